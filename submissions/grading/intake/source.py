"""Takes a file in: its bytes and its name, or a refusal that says why as data.

Never reads more than one byte over the limit, and never opens what could make it wait.
"""

import os
import stat
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import BinaryIO, Literal

from grader.sandbox.plays import Source
from grader.sandbox.replies import printable
from submissions.texts.file_name import file_name

Kind = Literal[
    "not-found", "directory", "no-submission", "unreadable", "not-a-file", "too-large", "wrong-type", "empty"
]
"""Why a file is refused."""

MEBIBYTE = 1 << 20
LIMITS = {"": MEBIBYTE, ".py": MEBIBYTE, ".ipynb": 10 * MEBIBYTE}
"""The most bytes that are taken, by the suffix of the name. A notebook also holds what it printed."""
GRAPHS = ".txt"
"""The suffix of a file of graphs, which is taken where a fault hunt may be meant."""
LIMITS_WITH_GRAPHS = LIMITS | {GRAPHS: 80 * 1024}

_UNNAMED = "submission"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_BREAKS = str.maketrans({"\n": "\\n", "\t": "\\t"})
_OPENING = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)


class Refused(Exception):
    """a file is not taken as a submission."""

    def __init__(self, kind: Kind, name: str, *, size: int | None = None, limit: int | None = None) -> None:
        super().__init__(f"{kind}: {name}")
        self.kind = kind
        self.name = name
        self.size = size
        """In bytes, of a file that is too large."""
        self.limit = limit
        """What it may have at most."""


def from_path(path: str) -> Source:
    """The submission in a file; its name is the path as it was given.

    Raises `Refused` if there is none, or nothing that could be one.
    """
    name = shown_name(path)
    if not path:
        raise Refused("not-found", name)
    try:
        _require_file(Path(path).stat().st_mode, name)
        limit = _limit(name)
        with _opened(path) as file:
            status = os.fstat(file.fileno())
            _require_file(status.st_mode, name)
            if status.st_size > limit:
                raise Refused("too-large", name, size=status.st_size, limit=limit)
            content = file.read(limit + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise Refused("not-found", name) from None
    except OSError:
        raise Refused("unreadable", name) from None
    return _source(content, name)


def from_bytes(content: bytes, name: str, limits: Mapping[str, int] = LIMITS) -> Source:
    """The submission that came as bytes under a file name, of which no folder is kept.

    Raises `Refused` if it is too large, of another type, or empty.
    """
    return _source(content, file_name(name, _UNNAMED), limits)


def shown_name(name: str) -> str:
    """A path that can stand in a line of text, whatever characters it has."""
    return printable(name).translate(_LINE_BREAKS)


def is_graphs(name: str) -> bool:
    """Whether a file can only be one of graphs."""
    return PurePath(name).suffix.lower() == GRAPHS


def _source(content: bytes, name: str, limits: Mapping[str, int] = LIMITS) -> Source:
    limit = _limit(name, limits)
    if len(content) > limit:
        raise Refused("too-large", name, size=len(content), limit=limit)
    if not content.removeprefix(_BYTE_ORDER_MARK).strip():
        raise Refused("empty", name)
    if not PurePath(name).suffix and not _is_text(content):
        raise Refused("wrong-type", name)
    return Source(name, content)


def _limit(name: str, limits: Mapping[str, int] = LIMITS) -> int:
    suffix = PurePath(name).suffix.lower()
    if suffix not in limits:
        raise Refused("wrong-type", name)
    return limits[suffix]


def _require_file(mode: int, name: str) -> None:
    if stat.S_ISDIR(mode):
        raise Refused("directory", name)
    if not stat.S_ISREG(mode):
        raise Refused("not-a-file", name)


def _opened(path: str) -> BinaryIO:
    """The file, opened so that a pipe put in its place in the meantime does not make us wait."""
    return os.fdopen(os.open(path, _OPENING), "rb")


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in content
