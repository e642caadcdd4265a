"""At most one process at a time serves from an SQLite database: who holds its lock knows others are gone."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from submissions.storage import data_folder
from submissions.storage.health import prepared

_ENDING = ".lock"
_LONGEST = 500


class InUse(Exception):
    """another process serves from this database."""

    def __init__(self, path: Path, process: str) -> None:
        super().__init__(f"{path} is in use by process {process or '?'}")
        self.path = path
        self.process = process


@contextmanager
def only_process(database: Path, address: str = "") -> Iterator[None]:
    """Hold the lock beside the database, and note the address at which it is served.

    The kernel lets go of the lock however the process ends.

    Raises:
        InUse: if another process has it.
        StorageError: if there cannot be one.
    """
    with _opened(database) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            process, _ = _noted(lock)
            raise InUse(database, process) from None
        with prepared(database.parent):
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n{address}\n".encode())
        try:
            yield
        finally:
            with suppress(OSError):
                lock.truncate(0)


def served_at(database: Path) -> str:
    """The address at which the database is served; empty where it is not, or where nobody noted it."""
    try:
        with database.with_name(f"{database.name}{_ENDING}").open("rb", buffering=0) as lock:
            _, address = _noted(lock)
    except OSError:
        return ""
    return address


def _noted(lock: FileIO) -> tuple[str, str]:
    """The process and the address."""
    process, _, address = lock.read(_LONGEST).decode("ascii", "replace").partition("\n")
    return process.strip(), address.strip()


def _opened(database: Path) -> FileIO:
    """Open the lock's file without a buffer, which would be written once more where there was no room."""
    lock = database.with_name(f"{database.name}{_ENDING}")
    with prepared(database.parent):
        data_folder.make_file(lock)
        return lock.open("a+b", buffering=0)
