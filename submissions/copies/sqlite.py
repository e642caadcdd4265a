"""Copies of an SQLite database, written by its own way to copy a database that is in use."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from submissions.copies._copy import Copy, CopyFailed, Failure, Restored
from submissions.work.one_process import InUse, only_process

_HEADER = b"SQLite format 3\x00"
_COMPANIONS = ("-wal", "-shm")
"""Files that belong to a database in use."""


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
    """Read every page of it, and the version of its tables."""
    with copy.open("rb") as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise CopyFailed(Failure.NOT_A_COPY)
    try:
        with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            found = opened.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise CopyFailed(Failure.DAMAGED)
            versions = [row[0] for row in opened.execute("SELECT version_num FROM alembic_version")]
    except sqlite3.OperationalError as error:
        raise CopyFailed(Failure.NOT_A_COPY) from error
    except sqlite3.DatabaseError as error:
        raise CopyFailed(Failure.DAMAGED) from error
    return Copy.of(versions, copy.stat().st_size)


def restore(url: str, copy: Path, *, force: bool) -> Restored:
    """Put it where the database is."""
    place = _path(url)
    if place.exists() and not force:
        raise CopyFailed(Failure.OCCUPIED, str(place))
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with only_process(place):
            aside = _exchange(copy, place)
    except InUse as error:
        raise CopyFailed(Failure.IN_USE) from error
    except OSError as error:
        raise CopyFailed(Failure.NOT_WRITTEN, str(error.strerror or error).lower()) from error
    return Restored(str(aside) if aside else None)


def _exchange(copy: Path, place: Path) -> Path | None:
    """The copy is written in full before anything is moved."""
    arriving = place.with_name(f".{place.name}.arriving")
    arriving.touch(mode=0o600)
    try:
        shutil.copyfile(copy, arriving)
        _flush(arriving)
        aside = _move_aside(place)
        arriving.rename(place)
    finally:
        arriving.unlink(missing_ok=True)
    return aside


def _move_aside(place: Path) -> Path | None:
    """The companions go with it: what was written last may be in them only."""
    if not place.exists():
        return None
    aside = place.with_name(f"{place.stem}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}{place.suffix}")
    for ending in ("", *_COMPANIONS):
        part = Path(f"{place}{ending}")
        if part.exists():
            part.rename(f"{aside}{ending}")
    return aside


def _flush(path: Path) -> None:
    """A copy that was reported must survive a power failure."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
