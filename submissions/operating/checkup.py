"""Whether what a service keeps is in order on this machine: looked at, never changed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import StorageError, StorageFailure
from submissions.grading.work.stillness import Stillness
from submissions.operating import durations
from submissions.operating.settings import Settings
from submissions.operating.startup import file_store
from submissions.storage.data_folder import is_lost, open_to_others
from submissions.storage.database import Database, UnknownTables
from submissions.tables import Submission, Worker

LEAST_FREE = 1 << 30
"""Bytes on the disk of the data."""

OUTDATED = "outdated"
"""Tables of an earlier version."""
LOST = "lost"
"""There was a database, and is none."""

_MOUNTS = Path("/proc/self/mountinfo")
_NETWORK = frozenset(
    {"9p", "afs", "ceph", "cifs", "fuse.sshfs", "glusterfs", "lustre", "nfs", "nfs4", "smb3"}
)
_MILLISECONDS_BELOW = 80
"""The bits of an id below its time."""


class CheckupPart(StrEnum):
    """A part of the service that doctor checks."""

    ENGINE = "engine"
    FOLDER = "folder"
    PERMISSIONS = "permissions"
    FILE_SYSTEM = "file-system"
    DISK = "disk"
    DATABASE = "database"
    TABLES = "tables"
    CLOCK = "clock"
    WORKERS = "workers"
    QUEUE = "queue"
    FILES = "files"


class CheckResult(Frozen):
    """The state of one part."""

    part: CheckupPart
    well: bool
    seen: str = ""
    """The path, number or word of ours that was found."""


def checkup(settings: Settings, *, now: datetime) -> Iterator[CheckResult]:
    """Yield the result for each part of this installation, in the order in which parts need each other."""
    yield from _storage(settings)
    yield from _files(settings)
    place = settings.sqlite_file
    try:
        if place is not None and is_lost(place):
            yield CheckResult(CheckupPart.DATABASE, well=False, seen=LOST)
            return
        if place is not None and not place.exists():
            yield CheckResult(CheckupPart.DATABASE, well=True, seen="none-yet")
            return
    except (StorageError, OSError):
        yield CheckResult(CheckupPart.DATABASE, well=False, seen=StorageFailure.NO_ACCESS)
        return
    try:
        with closing(Database(settings.database)) as database:
            yield from _database(database, now)
    except ImportError as error:
        yield CheckResult(CheckupPart.ENGINE, well=False, seen=error.name or "")


def _storage(settings: Settings) -> Iterator[CheckResult]:
    """The folder of the data; where the database is another machine's, nothing is kept here."""
    if settings.sqlite_file is None:
        return
    folder = settings.sqlite_file.parent
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    yield CheckResult(
        CheckupPart.FOLDER, well=there.is_dir() and os.access(there, os.W_OK | os.X_OK), seen=str(folder)
    )
    exposed = open_to_others(settings.sqlite_file)
    yield CheckResult(CheckupPart.PERMISSIONS, well=exposed is None, seen=str(exposed or folder))
    kind = file_system(there)
    yield CheckResult(CheckupPart.FILE_SYSTEM, well=kind not in _NETWORK, seen=kind)
    free = shutil.disk_usage(there).free
    yield CheckResult(CheckupPart.DISK, well=free >= LEAST_FREE, seen=str(free))


def _files(settings: Settings) -> Iterator[CheckResult]:
    """The storage of submitted files, where it is not the database: written, read and deleted."""
    if not settings.files_url:
        return
    try:
        file_store(settings).probe()
    except StorageError:
        yield CheckResult(CheckupPart.FILES, well=False, seen=settings.files_url)
    else:
        yield CheckResult(CheckupPart.FILES, well=True, seen=settings.files_url)


def _database(database: Database, now: datetime) -> Iterator[CheckResult]:
    try:
        current = database.is_current()
        yield CheckResult(
            CheckupPart.DATABASE, well=True, seen="embedded" if database.embedded else "cluster"
        )
        database.require_known()
        # The service itself brings a file up to date at its start; a shared database is brought by hand.
        yield CheckResult(
            CheckupPart.TABLES, well=current or database.embedded, seen="" if current else OUTDATED
        )
        if current:
            with database.read() as session:
                yield _clock(session, now)
                yield from _workers(session, now)
                still = Stillness().seconds(session, now)
                yield CheckResult(CheckupPart.QUEUE, well=still is None, seen=str(still or ""))
    except UnknownTables as error:
        yield CheckResult(CheckupPart.TABLES, well=False, seen=error.version)
    except StorageError as error:
        yield CheckResult(CheckupPart.DATABASE, well=False, seen=error.failure)
    except (SQLAlchemyError, OSError):
        yield CheckResult(CheckupPart.DATABASE, well=False)


def _clock(session: Session, now: datetime) -> CheckResult:
    """Against the clock of the database's machine, or what was written last: that cannot be yet to come."""
    if session.get_bind().dialect.name == "sqlite":
        last = session.scalar(select(Submission.id).order_by(Submission.id.desc()).limit(1))
        written = datetime.fromtimestamp((last.int >> _MILLISECONDS_BELOW) / 1000, UTC) if last else now
        off = max(written - now, timedelta())
    else:
        off = abs(session.scalars(select(func.clock_timestamp())).one() - now)
    return CheckResult(CheckupPart.CLOCK, well=off <= durations.CLOCK_OFF, seen=f"{off.total_seconds():.0f}")


def _workers(session: Session, now: datetime) -> Iterator[CheckResult]:
    is_seen = Worker.seen_at > now - durations.WORKER_SEEN
    seen = session.scalars(select(Worker).where(is_seen).order_by(Worker.id))
    for each in seen:
        yield CheckResult(
            CheckupPart.WORKERS, well=bool(each.level), seen=f"{each.host} {each.trouble or each.level}"
        )


def file_system(path: Path, mounts: Path = _MOUNTS) -> str:
    """The kind of file system that a path is on; empty where that cannot be known."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    types: dict[Path, str] = {}
    for line in lines:
        before, _, after = line.partition(" - ")
        types[Path(before.split()[4])] = after.split()[0]
    real = path.resolve()
    return next((types[parent] for parent in (real, *real.parents) if parent in types), "")
