"""A data folder that had a database is not begun anew unless somebody says so: a file beside it remembers."""

from pathlib import Path

from submissions.storage.health import prepared

_ENDING = ".made"
_TEXT = """A database was made in this folder. Where its file is gone, Backgrade does not begin with an empty
one: put the file back, run `backgrade restore COPY`, or say `--new-database` to `backgrade serve`.
"""


class DatabaseLost(Exception):
    """the folder had a database, which is gone or empty."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file


def make(folder: Path) -> None:
    """Make the folder, for its owner only, unless it is there.

    Raises:
        StorageError: if it cannot be made.
    """
    with prepared(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def was_used(file: Path) -> bool:
    """Whether there was a database of this name before."""
    return _marker(file).exists()


def is_lost(file: Path) -> bool:
    """Whether there was one, and is none.

    Raises:
        StorageError: if the folder cannot be looked into.
    """
    with prepared(file.parent):
        return was_used(file) and not (file.exists() and file.stat().st_size)


def remember(file: Path) -> None:
    """Note in the folder that it has held this database."""
    if not was_used(file):
        with prepared(file.parent):
            _marker(file).write_text(_TEXT, encoding="ascii")


def _marker(file: Path) -> Path:
    return file.with_name(f"{file.name}{_ENDING}")
