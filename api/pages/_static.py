"""Our style sheets, modules and pictures: read once, named by what is in all of them, so kept for ever.

One name for all, so that a module finds those it imports beside itself.
"""

import gzip
import hashlib
import mimetypes
from functools import cache, cached_property
from pathlib import Path

from api.rendering.markup import PARTIALS
from api.report_view.pictures import svg
from grader.records import Frozen

_OWN = Path(__file__).parent / "static"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".txt": "text/plain"}
_DIGITS = 12


class File(Frozen, dict=True):
    """One file."""

    content: bytes
    media_type: str

    @cached_property
    def packed(self) -> bytes:
        """The content for a browser that takes it packed."""
        return gzip.compress(self.content, mtime=0)


class Files(Frozen):
    """All files by name, and the version of all together."""

    by_name: dict[str, File]
    version: str


@cache
def files() -> Files:
    """All that there are, also those that a report brings with it."""
    paths = {path.relative_to(_OWN).as_posix(): path for path in _OWN.rglob("*") if path.suffix in _TYPES}
    paths |= {path.name: path for path in (*PARTIALS.glob("*.css"), svg.STYLE_FILE)}
    found = {name: _read(path) for name, path in sorted(paths.items())}
    every = hashlib.sha256(b"".join(name.encode() + file.content for name, file in found.items()))
    return Files(found, every.hexdigest()[:_DIGITS])


def url(name: str) -> str:
    """Where a file is; a name without a file is an error of ours."""
    assert has(name), name
    return f"/static/{files().version}/{name}"


def has(name: str) -> bool:
    """Whether there is such a file: what is built from packages may not be."""
    return name in files().by_name


def _read(path: Path) -> File:
    return File(path.read_bytes(), _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "")
