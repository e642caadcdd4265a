"""Folders of submissions, as the files in them."""

import os
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import PurePath

from submissions.grading.intake.source import LIMITS

_TYPES = frozenset(filter(None, LIMITS))


def every_file(paths: Sequence[str]) -> list[str]:
    """Return the files, those of a folder in its place; a folder without any stays, to be refused."""
    return [file for path in paths for file in (list(_files_in(path)) or [path])]


def _files_in(folder: str) -> Iterator[str]:
    """Yield the Python files and notebooks in a folder, at any depth; hidden ones and links are left out.

    A folder may hold what students sent: a link in it leads to a file of whoever looks at it, and a report
    quotes that.
    """
    waiting = [folder]
    while waiting:
        files, folders = _inside(waiting.pop())
        yield from files
        waiting += reversed(folders)


def _inside(folder: str) -> tuple[list[str], list[str]]:
    """The submissions in a folder, and the folders in it; of what is none, or cannot be read, neither."""
    files, folders = [], []
    try:
        found = sorted(os.scandir(folder), key=attrgetter("name"))
    except OSError:
        return [], []
    for each in found:
        if each.is_symlink():
            continue
        if not each.is_dir():
            files += [each.path] * _is_submission(each.name)
        elif not each.name.startswith((".", "__")):
            folders.append(each.path)
    return files, folders


def _is_submission(name: str) -> bool:
    return not name.startswith(".") and PurePath(name).suffix.lower() in _TYPES
