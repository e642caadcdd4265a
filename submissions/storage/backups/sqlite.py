"""Copies of an SQLite database, written by its own way to copy a database that is in use."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from submissions.errors import StorageError
from submissions.storage.backups._backup import Copy, CopyFailed, Failure, Restored
from submissions.storage.one_process import InUse, only_process

_HEADER = b"SQLite format 3\x00"
_PARTS = ("", "-wal", "-shm", "-journal")
"""The endings of a database's files: its own, and those of one in use or one that crashed."""


def write(url: str, target: Path) -> None:
    """Copy the database at the URL."""
    source = _path(url)
    if not source.exists():
        raise CopyFailed(Failure.NO_DATABASE)
    with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
        origin.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
    _flush(target)


def inspect(copy: Path) -> Copy:
    """Read every page of the backup, and return its facts with the version of its tables."""
    with copy.open("rb") as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise CopyFailed(Failure.NOT_A_COPY)
    # Immutable: a copy is this file alone, whatever lies beside it.
    versions = _versions(f"{copy.absolute().as_uri()}?mode=ro&immutable=1")
    return Copy.of(versions, copy.stat().st_size)


def restore(url: str, copy: Path, *, force: bool) -> Restored:
    """Replace the database by a backup."""
    place = _path(url)
    if place.exists() and not force:
        raise CopyFailed(Failure.OCCUPIED, str(place))
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with only_process(place):
            aside = _exchange(copy, place)
    except InUse as error:
        raise CopyFailed(Failure.IN_USE) from error
    except StorageError as error:
        raise CopyFailed(Failure.NOT_WRITTEN, str(error)) from error
    except OSError as error:
        raise CopyFailed(Failure.NOT_WRITTEN, str(error.strerror or error).lower()) from error
    return Restored(str(aside) if aside else None)


def _exchange(copy: Path, place: Path) -> Path | None:
    """The copy is written in full before anything is moved; where it fails, all is as it was."""
    arriving = place.with_name(f".{place.name}.arriving")
    arriving.touch(mode=0o600)
    try:
        shutil.copyfile(copy, arriving)
        _flush(arriving)
        aside = place.with_name(f"{place.stem}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}{place.suffix}")
        moved = _move(place, aside)
        try:
            arriving.rename(place)
            _require_whole(place)
        except BaseException:
            _remove(place)
            _move(aside, place)
            raise
        _flush(place.parent)
    finally:
        arriving.unlink(missing_ok=True)
    return moved[0] if moved else None


def _move(place: Path, to: Path) -> list[Path]:
    """Move what is there; a log that has lost its database too: the next one would replay it."""
    moved = []
    for ending in _PARTS:
        part = Path(f"{place}{ending}")
        if part.exists():
            moved.append(part.rename(f"{to}{ending}"))
    return moved


def _remove(place: Path) -> None:
    for ending in _PARTS:
        Path(f"{place}{ending}").unlink(missing_ok=True)


def _require_whole(place: Path) -> None:
    """Open the file as the service will, and check all of it."""
    try:
        _versions(str(place))
    except CopyFailed as error:
        raise CopyFailed(Failure.NOT_WHOLE, error.detail) from error


def _versions(database: str) -> list[str]:
    """The version of the tables, of a database in which every page and every reference is right."""
    try:
        with closing(sqlite3.connect(database, uri=database.startswith("file:"))) as opened:
            verdict = opened.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise CopyFailed(Failure.DAMAGED)
            if broken := opened.execute("PRAGMA foreign_key_check").fetchone():
                raise CopyFailed(
                    Failure.DAMAGED, f"a row of {broken[0]} refers to one of {broken[2]} that is lost"
                )
            return [row[0] for row in opened.execute("SELECT version_num FROM alembic_version")]
    except sqlite3.OperationalError as error:
        raise CopyFailed(Failure.NOT_A_COPY) from error
    except sqlite3.DatabaseError as error:
        raise CopyFailed(Failure.DAMAGED) from error


def _flush(path: Path) -> None:
    """A copy that was reported must survive a power failure, and so must its name in the folder."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
