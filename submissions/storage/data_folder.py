"""The folder of the data: for its owner only, and not begun anew unless somebody says so.

A file beside the database remembers that there was one.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from submissions.storage.health import prepared

_OTHERS = 0o077
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
    """Make the folder, for its owner only, unless it is there. Raises `StorageError` if it cannot be made."""
    with prepared(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Make an empty file for its owner only, unless it is there; what SQLite puts beside it is so, too.

    Raises `OSError` if it cannot be made.
    """
    if not file.exists():
        file.touch(mode=0o600)


def open_to_others(database: Path) -> Path | None:
    """The folder, or a file of the database in it, that other users of the machine may open."""
    with suppress(OSError):
        return next((path for path in _parts(database) if path.stat().st_mode & _OTHERS), None)
    return None


def was_used(file: Path) -> bool:
    """Whether there was a database of this name before."""
    return _marker(file).exists()


def is_lost(file: Path) -> bool:
    """Whether there was one, and is none. Raises `StorageError` if the folder cannot be looked into."""
    with prepared(file.parent):
        return was_used(file) and not (file.exists() and file.stat().st_size)


def remember(file: Path) -> None:
    """Note in the folder that it has held this database."""
    if not was_used(file):
        with prepared(file.parent):
            make_file(_marker(file))
            _marker(file).write_text(_TEXT, encoding="ascii")


def _parts(database: Path) -> Iterator[Path]:
    """The folder, the database, and what is beside it: its log, its lock, its copies."""
    if database.parent.is_dir():
        yield database.parent
        yield from sorted(database.parent.glob(f"*{database.stem}*"))


def _marker(file: Path) -> Path:
    return file.with_name(f"{file.name}{_ENDING}")
