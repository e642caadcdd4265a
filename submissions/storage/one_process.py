"""At most one process at a time serves from an SQLite database: who holds its lock knows others are gone."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

from submissions.storage.health import prepared


class InUse(Exception):
    """another process serves from this database."""

    def __init__(self, path: Path, process: str) -> None:
        super().__init__(f"{path} is in use by process {process or '?'}")
        self.path = path
        self.process = process


@contextmanager
def only_process(database: Path) -> Iterator[None]:
    """Hold the lock beside the database. The kernel lets go of it however the process ends.

    Raises:
        InUse: if another process has it.
        StorageError: if there cannot be one.
    """
    with _opened(database) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise InUse(database, lock.read().decode("ascii", "replace").strip()) from None
        with prepared(database.parent):
            lock.truncate(0)
            lock.write(f"{os.getpid()}\n".encode())
        yield


def _opened(database: Path) -> FileIO:
    """Without a buffer, which would be written once more where there was no room for it."""
    with prepared(database.parent):
        return database.with_name(f"{database.name}.lock").open("a+b", buffering=0)
