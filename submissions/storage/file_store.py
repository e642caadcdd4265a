"""Where the bytes of submitted files are: in their rows, or in S3-compatible storage under a key of a row.

A key is never used twice. An object that no row names has been deleted, or was never stored, so it can go.
"""

import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import FileLost, StorageError, StorageFailure
from submissions.storage import durations
from submissions.tables.identity import new_id

STORE = "backgrade-files"
"""The name under which a session has the store of its database."""

_log = logging.getLogger("backgrade.storage")
_CLIENT = {"connect_timeout": "3s", "timeout": "10s"}
_RETRY = {"max_retries": 2, "retry_timeout": durations.OBJECT_RETRIES}
_PROBE = "backgrade-probe"
_OWNER = "backgrade-owner"
_OURS = re.compile("[0-9a-f]{32}")
"""Keys as we make them: whatever else is in a bucket is somebody else's."""


class StoredBytes(Frozen):
    """The columns of a row that say where its bytes are."""

    content: bytes
    object_key: str | None = None
    """None where the content is the bytes."""


class FileStore(ABC):
    """Keeps new files, and reads those that are here."""

    @abstractmethod
    def keep(self, content: bytes) -> StoredBytes:
        """Store the bytes before the row is committed that names them.

        Raises `StorageError` if they cannot be stored.
        """

    @abstractmethod
    def read(self, stored: StoredBytes) -> bytes:
        """Return the bytes.

        Raises:
            FileLost: if they are not there.
            StorageError: if they cannot be read now.
        """

    @abstractmethod
    def belongs_here(self, stored: StoredBytes) -> bool:
        """Return whether this store would keep the bytes where they are."""

    @abstractmethod
    def objects(self, before: datetime) -> Iterator[Sequence[str]]:
        """Yield the keys of our objects from before that moment, by the page."""

    @abstractmethod
    def delete(self, keys: Sequence[str]) -> None:
        """Delete these objects."""

    @abstractmethod
    def owner(self, mine: str) -> str:
        """Return whose the storage is: of who asks first. Raises `StorageError` if it does not answer."""

    @abstractmethod
    def probe(self) -> None:
        """Check that objects can be written, read and deleted. Raises `StorageError` if they cannot."""


class FilesInRows(FileStore):
    """Files are in the database, where there is no other storage, or was one before."""

    def __init__(self, earlier: FileStore | None = None) -> None:
        self._earlier = earlier

    def keep(self, content: bytes) -> StoredBytes:
        """Leave it to the row."""
        return StoredBytes(content)

    def read(self, stored: StoredBytes) -> bytes:
        """Return the bytes of the row, or those left in the earlier storage."""
        if stored.object_key is None:
            return stored.content
        if self._earlier is None:
            raise _failed("no storage is set for files that are in one")
        return self._earlier.read(stored)

    def belongs_here(self, stored: StoredBytes) -> bool:
        """Return whether the row has the bytes."""
        return stored.object_key is None

    def objects(self, before: datetime) -> Iterator[Sequence[str]]:
        """Yield the objects left in the earlier storage."""
        if self._earlier is not None:
            yield from self._earlier.objects(before)

    def delete(self, keys: Sequence[str]) -> None:
        """Delete it there."""
        if self._earlier is not None:
            self._earlier.delete(keys)

    def owner(self, mine: str) -> str:
        """Return whose the earlier storage is."""
        return mine if self._earlier is None else self._earlier.owner(mine)

    def probe(self) -> None:
        """Check the earlier storage, where files may be left."""
        if self._earlier is not None:
            self._earlier.probe()


class FilesInObjects(FileStore):
    """Files are in S3-compatible storage: `s3://bucket/prefix`, on Amazon's servers or at an endpoint."""

    def __init__(self, url: str, endpoint: str = "") -> None:
        from obstore.store import S3Store

        options: dict[str, Any] = {"client_options": {**_CLIENT, "allow_http": True}, "retry_config": _RETRY}
        if endpoint:
            options["endpoint"] = endpoint
        self._store = S3Store.from_url(url, **options)

    def keep(self, content: bytes) -> StoredBytes:
        """Store an object under a key of its own."""
        import obstore

        key = new_id().hex
        with _told_apart():
            obstore.put(self._store, key, content)
        return StoredBytes(b"", key)

    def read(self, stored: StoredBytes) -> bytes:
        """Return the object, or what the row has from before there was this storage."""
        import obstore

        if stored.object_key is None:
            return stored.content
        with _told_apart():
            try:
                return bytes(obstore.get(self._store, stored.object_key).bytes())
            except FileNotFoundError:
                next(iter(obstore.list(self._store, chunk_size=1)), None)  # fails where no bucket is there
        raise lost(stored.object_key)

    def belongs_here(self, stored: StoredBytes) -> bool:
        """Return whether an object has the bytes."""
        return stored.object_key is not None

    def objects(self, before: datetime) -> Iterator[Sequence[str]]:
        """Yield the keys of our objects from before that moment."""
        import obstore

        with _told_apart():
            for page in obstore.list(self._store, chunk_size=500):
                old = [each["path"] for each in page if each["last_modified"] < before]
                yield [key for key in old if _OURS.fullmatch(key)]

    def delete(self, keys: Sequence[str]) -> None:
        """Delete these objects."""
        import obstore

        with _told_apart():
            obstore.delete(self._store, list(keys))

    def owner(self, mine: str) -> str:
        """Return what an object says, which is written where there is none."""
        import obstore

        with _told_apart():
            try:
                return bytes(obstore.get(self._store, _OWNER).bytes()).decode()
            except FileNotFoundError:
                obstore.put(self._store, _OWNER, mine.encode())
        return mine

    def probe(self) -> None:
        """Write an object, read it and delete it."""
        stored = self.keep(_PROBE.encode())
        if stored.object_key is None or self.read(stored) != _PROBE.encode():
            raise _failed("an object was not read as it was written")
        self.delete([stored.object_key])


IN_ROWS = FilesInRows()


def file_store(session: Session) -> FileStore:
    """Return the store of the session's database."""
    store: FileStore = session.info.get(STORE, IN_ROWS)
    return store


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn what the storage answers into a failure of ours that goes away.

    Raises:
        StorageError: instead of the library's error.
    """
    from obstore.exceptions import BaseError

    try:
        yield
    except (BaseError, OSError) as error:
        raise _failed(type(error).__name__) from error


def lost(key: str) -> FileLost:
    """Return the failure of a file that is not as it was stored, once it is logged."""
    _log.error("a submitted file is not in the storage as it was stored", extra={"object": key})
    return FileLost(StorageFailure.FILES)


def _failed(why: str) -> StorageError:
    _log.error("the storage of files cannot be used", extra={"why": why})
    return StorageError(StorageFailure.FILES)
