"""Submitted files: one row each, however often they are submitted, and bytes where the store keeps them."""

import hashlib
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Update, select, update
from sqlalchemy.orm import Session

from submissions.errors import FileLost, StorageError, StorageFailure
from submissions.storage import durations
from submissions.storage.database import Database
from submissions.storage.file_store import IN_ROWS, FileStore, StoredBytes, file_store, lost
from submissions.storage.rows import insert_once
from submissions.tables import Secret, StoredFile
from submissions.tables.identity import new_id

_AT_A_TIME = 50
_INSTALLATION = "installation"
"""The name of the secret that tells installations apart."""


def insert(session: Session, content: bytes) -> None:
    """Add a file that has no row yet. Where another machine adds it at once, the first row stays."""
    stored = file_store(session).keep(content)
    insert_once(
        session,
        StoredFile,
        sha256=_digest(content),
        content=stored.content,
        object_key=stored.object_key,
        size=len(content),
    )


def restore(session: Session, content: bytes) -> None:
    """Give the row of a deleted file its bytes back."""
    again = update(StoredFile).where(StoredFile.sha256 == _digest(content))
    _place(session, again.values(deleted_at=None), file_store(session).keep(content))


def read(session: Session, digests: Collection[str]) -> dict[str, bytes]:
    """Return the bytes of these files by SHA-256, without those that were deleted.

    Raises:
        FileLost: if one is not there, or is not what was submitted.
        StorageError: if one cannot be read now.
    """
    chosen = select(StoredFile.sha256, StoredFile.content, StoredFile.object_key).where(
        StoredFile.sha256.in_(digests), StoredFile.deleted_at.is_(None)
    )
    store = file_store(session)
    rows = session.execute(chosen)
    return {digest: _content(store, digest, StoredBytes(content, key)) for digest, content, key in rows}


def move(database: Database) -> bool:
    """Bring some files that are elsewhere to where new ones are kept; whether there may be more."""
    with database.begin() as session:
        store = file_store(session)
        is_object = StoredFile.object_key.is_not(None)
        elsewhere = ~is_object if store.belongs_here(StoredBytes(b"", "any")) else is_object
        chosen = (
            select(StoredFile.sha256, StoredFile.content, StoredFile.object_key)
            .where(elsewhere, StoredFile.deleted_at.is_(None), StoredFile.size > 0)
            .limit(_AT_A_TIME)
            .with_for_update(skip_locked=True)
        )
        rows, moved = session.execute(chosen).all(), 0
        for digest, content, key in rows:
            with suppress(FileLost):  # the others can be moved
                stored = store.keep(_content(store, digest, StoredBytes(content, key)))
                _place(session, update(StoredFile).where(StoredFile.sha256 == digest), stored)
                moved += 1
    return bool(moved) and len(rows) == _AT_A_TIME


def require_own(database: Database, *, now: datetime) -> None:
    """Claim the storage for this installation, which deletes objects there that none of its rows names.

    Raises `StorageError` if it is another installation's, or does not answer.
    """
    with database.begin() as session:
        if session.get(Secret, _INSTALLATION) is None:
            insert_once(session, Secret, name=_INSTALLATION, value=new_id().bytes, created_at=now)
        mine = session.get_one(Secret, _INSTALLATION).value.hex()
    if database.files.owner(mine) != mine:
        raise StorageError(StorageFailure.FOREIGN)


def delete_orphans(database: Database, *, now: datetime) -> int:
    """Delete objects that no row names; how many there were."""
    if database.files is IN_ROWS:
        return 0
    require_own(database, now=now)
    gone = 0
    for keys in database.files.objects(now - durations.ORPHANED):
        with database.read() as session:
            named = set(session.scalars(select(StoredFile.object_key).where(StoredFile.object_key.in_(keys))))
        orphans = [key for key in keys if key not in named]
        if orphans:
            database.files.delete(orphans)
        gone += len(orphans)
    return gone


def _content(store: FileStore, digest: str, stored: StoredBytes) -> bytes:
    """The bytes of a file, which are those that were submitted: others may write to a bucket, too."""
    content = store.read(stored)
    if stored.object_key is not None and _digest(content) != digest:
        raise lost(stored.object_key)
    return content


def _place(session: Session, row: Update, stored: StoredBytes) -> None:
    values = row.values(content=stored.content, object_key=stored.object_key)
    session.execute(values, execution_options={"synchronize_session": False})


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
