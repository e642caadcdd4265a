"""The wheel of Backgrade that goes into a package: one that is given, or one made from what runs here."""

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, distribution
from pathlib import Path, PurePosixPath

from api.packages._tree import text, zipped
from grader.records import Frozen

REQUIREMENTS = "requirements/run.txt"
"""The file beside the code with the versions and hashes of what Backgrade needs."""

_NAME = re.compile(r"backgrade-([\w.+!]+)-py3-none-any\.whl")
_PACKAGES = ("api", "backgrade", "grader", "submissions", "suites")
_CHECKOUT = Path(__file__).parents[2]
_SHARED = {
    "backgrade/docker": ("docker", "sandbox.Dockerfile", "gather.py", "seccomp.json", "base-images.txt"),
    "backgrade/examples": ("examples", "correct.py", "overwrite.py"),
    "backgrade/requirements": ("requirements", "run.txt"),
    "man/man1": ("docs/man", "backgrade.1"),
}
"""The files by folder in `share`, as `pyproject.toml` lists them: the folder of a checkout, and the files."""
_TAGS = "Wheel-Version: 1.0\nGenerator: backgrade\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


class NotOurWheel(Exception):
    """a file is not a wheel of Backgrade that a package can use."""


class NotRequired(Exception):
    """a wheel has not the bytes of anything that Backgrade needs. It has the path of the file."""


class Wheel(Frozen):
    """A wheel of Backgrade."""

    name: str
    content: bytes

    @property
    def version(self) -> str:
        """The version of Backgrade."""
        return self.name.split("-")[1]

    @property
    def sha256(self) -> str:
        """The digest that pip compares it with."""
        return hashlib.sha256(self.content).hexdigest()

    def shared(self, name: str) -> bytes:
        """A file beside the code, such as `requirements/run.txt`."""
        with zipfile.ZipFile(io.BytesIO(self.content)) as archive:
            return archive.read(f"backgrade-{self.version}.data/data/share/backgrade/{name}")


def given_wheel(path: Path) -> Wheel:
    """The wheel in a file.

    Raises:
        NotOurWheel: if it is none, or lacks what a package needs.
        OSError: if it cannot be read.
    """
    if not _NAME.fullmatch(path.name):
        raise NotOurWheel
    wheel = Wheel(path.name, path.read_bytes())
    try:
        wheel.shared(REQUIREMENTS)
    except (KeyError, zipfile.BadZipFile):
        raise NotOurWheel from None
    return wheel


def dependencies(folder: Path, wheel: Wheel) -> dict[str, bytes]:
    """The wheels in a folder, by file name, without one of Backgrade itself.

    Raises:
        NotRequired: if there is one that pip would refuse, or none at all.
        OSError: if one cannot be read.
    """
    required = wheel.shared(REQUIREMENTS).decode()
    found: dict[str, bytes] = {}
    for path in sorted(folder.glob("*.whl")):
        if _NAME.fullmatch(path.name):
            continue
        found[path.name] = path.read_bytes()
        if f"sha256:{hashlib.sha256(found[path.name]).hexdigest()}" not in required:
            raise NotRequired(path)
    if not found:
        raise NotRequired(folder)
    return found


@cache
def own_wheel() -> Wheel:
    """The Backgrade that runs here, as a wheel: without build tools, and the same bytes for the same code."""
    installed = distribution("backgrade")
    stem = f"backgrade-{installed.version}"
    files = dict(_contents(installed, stem))
    record = f"{stem}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in sorted(files.items())]
    files[record] = text("\n".join([*lines, f"{record},,", ""]))
    return Wheel(f"{stem}-py3-none-any.whl", zipped(files))


def _contents(installed: Distribution, stem: str) -> Iterator[tuple[str, bytes]]:
    for package in _PACKAGES:
        for path in (_CHECKOUT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                yield path.relative_to(_CHECKOUT).as_posix(), path.read_bytes()
    for folder, (source, *names) in _SHARED.items():
        for name in names:
            content = _shared(installed, PurePosixPath("share", folder, name), _CHECKOUT / source / name)
            yield f"{stem}.data/data/share/{folder}/{name}", content
    for name in ("METADATA", "entry_points.txt", "top_level.txt", "licenses/LICENSE"):
        yield f"{stem}.dist-info/{name}", text(installed.read_text(name) or "")
    yield f"{stem}.dist-info/WHEEL", text(_TAGS)


def _shared(installed: Distribution, shared: PurePosixPath, source: Path) -> bytes:
    """Read a file from the checkout, or from the data of an installed Backgrade."""
    if source.is_file():
        return source.read_bytes()
    for file in installed.files or ():
        if file.parts[-len(shared.parts) :] == shared.parts:
            return Path(str(file.locate())).read_bytes()
    raise FileNotFoundError(2, "missing from this installation", str(shared))


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
