"""The place where the data is kept: whether it is still the same file, and why nothing can be stored."""

import errno
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from submissions.errors import StorageError, StorageFailure

_PRIMARY = 0xFF
"""The bits of an error of SQLite that say its kind; those above say where it happened."""
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: StorageFailure.FULL,
    sqlite3.SQLITE_READONLY: StorageFailure.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: StorageFailure.NO_ACCESS,
    sqlite3.SQLITE_PERM: StorageFailure.NO_ACCESS,
    sqlite3.SQLITE_CORRUPT: StorageFailure.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageFailure.DAMAGED,
    sqlite3.SQLITE_IOERR: StorageFailure.BROKEN,
}
_OF_POSTGRES = {
    "53100": StorageFailure.FULL,
    "25006": StorageFailure.READ_ONLY,
    "58030": StorageFailure.BROKEN,
    "XX001": StorageFailure.DAMAGED,
    "XX002": StorageFailure.DAMAGED,
}
"""The failures by SQLSTATE."""
_OF_SYSTEM = {
    errno.ENOSPC: StorageFailure.FULL,
    errno.EDQUOT: StorageFailure.FULL,
    errno.EROFS: StorageFailure.READ_ONLY,
    errno.EACCES: StorageFailure.NO_ACCESS,
    errno.EPERM: StorageFailure.NO_ACCESS,
    errno.ENOENT: StorageFailure.NO_ACCESS,
    errno.ENOTDIR: StorageFailure.NO_ACCESS,
    errno.EISDIR: StorageFailure.NO_ACCESS,
    errno.EEXIST: StorageFailure.NO_ACCESS,
}

Files = tuple[tuple[int, int] | None, ...]
"""Device and inode of a database and its write-ahead log."""

_log = logging.getLogger("backgrade.storage")
_log.addHandler(logging.NullHandler())  # a command that has no log tells it once, at its end


class Storage:
    """The place of one database. What fails there is logged once, and once that it serves again."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        """None where the database is a server's."""
        self._opened: tuple[int, int] | None = None
        self._failure: StorageFailure | None = None
        self._in_service = False
        self._turn = threading.Lock()

    @property
    def failure(self) -> StorageFailure | None:
        """Why nothing could be stored the last time; None where all is well."""
        return StorageFailure.GONE if self._is_gone() else self._failure

    def opened(self) -> None:
        """Remember which file it is: from now on it has to be this one."""
        if self.file is not None and self._opened is None:
            self._opened = _identity(self.file)

    def require(self) -> None:
        """Check that it is still the file that was opened.

        Raises `StorageError` if it was removed or replaced: what is written now would be lost.
        """
        if self._is_gone():
            raise self.failed(StorageFailure.GONE)

    def require_log(self, files: Files) -> None:
        """Check that the database and its write-ahead log are those that a connection has open.

        Raises `StorageError` if one was removed or replaced.
        """
        self.require()
        if self.files() != files:
            raise self.failed(StorageFailure.GONE)

    def files(self) -> Files:
        """Return the identity of the files that are there now."""
        if self.file is None:
            return ()
        return _identity(self.file), _identity(Path(f"{self.file}-wal"))

    def failed(self, failure: StorageFailure) -> StorageError:
        """Return the error to raise. It is logged once we serve; before that, the startup reports it."""
        error = StorageError(failure, str(self.file or ""))
        with self._turn:
            if self._in_service and self._failure is not failure:
                _log.error("nothing can be stored", extra={"why": str(failure), "place": error.place})
            self._failure = failure
        return error

    def served(self, *, wrote: bool) -> None:
        """A transaction went well; one that changed nothing says nothing about room."""
        self._in_service = True
        if self._failure is None or not wrote:
            return
        with self._turn:
            self._failure = None
        _log.warning("it can be stored again")

    def _is_gone(self) -> bool:
        return self._opened is not None and self.file is not None and _identity(self.file) != self._opened


def failure_of(error: BaseException | None) -> StorageFailure | None:
    """Return what a driver's error says of the disk; None if it is about something else."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)  # those of the driver itself have none
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            return StorageFailure.GONE
        return _OF_SQLITE.get(code & _PRIMARY)
    return _OF_POSTGRES.get(getattr(error, "sqlstate", None) or "")


@contextmanager
def prepared(place: Path) -> Iterator[None]:
    """Turn the system's errors about files at a place into failures of storage.

    Raises:
        StorageError: instead of the system's error.
    """
    try:
        yield
    except OSError as error:
        raise StorageError(_OF_SYSTEM.get(error.errno or 0, StorageFailure.BROKEN), str(place)) from error


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
