"""Folders of submissions, as the files in them."""

import os
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from submissions.intake.source import LIMITS

_TYPES = frozenset(filter(None, LIMITS))


def every_file(paths: Sequence[str]) -> list[str]:
    """Return the files, those of a folder in its place; a folder without any stays, to be refused."""
    return [file for path in paths for file in (list(_files_in(path)) or [path])]


def _files_in(folder: str) -> Iterator[str]:
    """Yield the Python files and notebooks in a folder, at any depth; hidden ones are left out."""
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        yield from (os.path.join(inside, name) for name in sorted(names) if _is_submission(name))  # noqa: PTH118


def _is_submission(name: str) -> bool:
    return not name.startswith(".") and PurePath(name).suffix.lower() in _TYPES
