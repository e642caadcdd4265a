"""How much is imported before a submission, for it to import: under the lock nothing can be loaded any more.

Most submissions import little. A zygote that has only this starts twice as fast, and each fork copies less.
"""

import re
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from grader.harness.processes.preload import MODULES


class Imports(StrEnum):
    """How much is imported, as the harness names it."""

    USUAL = "usual"
    STANDARD = "standard"
    NUMPY = "numpy"
    ENCODINGS = "encodings"
    """All of these, and every codec that a file may be encoded with."""

    @property
    def modules(self) -> tuple[str, ...]:
        """The names of the modules that are imported."""
        return MODULES[self]

    @property
    def has_numpy(self) -> bool:
        """Whether numpy is among them."""
        return self in (Imports.NUMPY, Imports.ENCODINGS)


_MOST_LOOKED_AT = 1 << 20
"""Bytes."""
_WORD = re.compile(rb"(?<![A-Za-z0-9])import(?![a-z])")
_FROM = re.compile(rb"\s*from\s+([\w.]+)\s+import\s[^;\\]*")
_IMPORT = re.compile(rb"\s*import\s([\w.,\s]+)(?:#.*)?")
"""One space before what takes spaces itself: two repeats of them would be tried in every division."""
_HEAD = 1 << 12
"""Bytes in which a file says how it is encoded."""
_ENCODING = re.compile(rb"coding[:=][ \t]{0,9}([-\w.]{1,80})")
_USUAL_ENCODINGS = {b"utf-8", b"utf8", b"latin-1", b"ascii"}
_TOP_LEVEL = {name.encode() for name in MODULES[Imports.USUAL] if "." not in name}


def imports_for(content: bytes) -> Imports:
    """Return what a submission may come to import, by the lines that have the word.

    A module that is not there would load as a stand-in: so one line that is not plain asks for all of them.
    """
    if any(name.lower() not in _USUAL_ENCODINGS for name in _ENCODING.findall(content[:_HEAD])):
        return Imports.ENCODINGS
    if b"numpy" in content:
        return Imports.NUMPY
    lines = (line for line in content.splitlines() if not line.lstrip().startswith(b"#"))
    usual = all(_is_usual(line) for line in lines if _WORD.search(line))
    return Imports.USUAL if usual else Imports.STANDARD


def imports_of_file(path: str) -> Imports:
    """A first look at a file, for who has something to start: it may be wrong, and never fails or waits."""
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                return imports_for(file.read(_MOST_LOOKED_AT))
    return Imports.USUAL


def _is_usual(line: bytes) -> bool:
    """Whether a line with the word is a plain import of usual modules."""
    if found := _FROM.fullmatch(line):
        modules = [found[1]]
    elif found := _IMPORT.fullmatch(line):
        modules = [name.strip().partition(b" ")[0] for name in found[1].split(b",")]
    else:
        return False
    return all(name.partition(b".")[0] in _TOP_LEVEL for name in modules)
