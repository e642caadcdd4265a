"""The name of a file that somebody sent: one name, without folders, that any system can store and show."""

import re
from pathlib import PurePath

LONGEST = 200
_LONGEST_ENDING = 20

_BETWEEN_FOLDERS = re.compile(r"[/\\]")
_DRIVE = re.compile(r"\A\s*[A-Za-z]:")
_RESERVED = frozenset('<>:"|?*')
"""Characters that Windows takes in no name."""


def file_name(given: str, usual: str) -> str:
    """The last part of a path, wherever it was written; the usual name where there is none.

    What cannot be stored or shown becomes `_`, and a name that is too long keeps its ending.
    """
    names = (_name(part) for part in reversed(_BETWEEN_FOLDERS.split(given)))
    return _shortened(next(filter(None, names), usual))


def _name(part: str) -> str:
    """Return the name without dots in front, which would hide the file or leave its folder."""
    part = _DRIVE.sub("", part)
    return "".join("_" if c in _RESERVED or not c.isprintable() else c for c in part).strip(". ")


def _shortened(name: str) -> str:
    if len(name) <= LONGEST:
        return name
    ending = PurePath(name).suffix[:_LONGEST_ENDING]
    return (name[: LONGEST - len(ending)] + ending).strip(". ")
