"""Lines to PostgreSQL: each worker holds one open for as long as its process lives, however slow it is.

The session of a line has a lock under the name of its worker. When the process dies, the kernel of its
machine closes the connection, and the server lets go of the lock: the others see that and free its jobs in
seconds. A process that is only slow, or stopped, keeps its line. A machine that went silent closes nothing:
its jobs are free after their lease.
"""

import logging
import select as descriptors
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.errors import StorageError
from submissions.grading.work.bell import CHANNEL
from submissions.storage.database import Database
from submissions.tables import GradeJob, JobState

LOOKS = 3
"""Looks in a row that must find a line closed: whoever lost a connection has opened another by then."""

_EVERY = 0.5
_SLICE = 0.25
_ROOM = 0x6A6F6273  # any number of ours
_MOST = 0x7FFFFFFF
_WORKER_DIGITS, _KEY_DIGITS = 32, 8
_LISTEN = text(f"LISTEN {CHANNEL}")
_HEAR = text("SELECT 1")
_LOCK = text("SELECT pg_try_advisory_lock(:room, :key)")
_HELD = text(
    "SELECT objid::bigint FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid::bigint = :room AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_log = logging.getLogger("backgrade.work")


class Lines:
    """The attempts that lost their process, by what the lines of all workers say, asked again and again."""

    def __init__(self) -> None:
        self._closed: Counter[str] = Counter()

    def lost(self, session: Session) -> list[str]:
        """The attempts, by the name under which they hold their job, whose line was closed in every look."""
        held = set(session.scalars(_HELD, {"room": _ROOM}))
        running = session.scalars(select(GradeJob.owner).where(GradeJob.state == JobState.RUNNING))
        closed = [owner for owner in running if owner is not None and _key(owner) not in held]
        self._closed = Counter({owner: self._closed[owner] + 1 for owner in closed})
        return [owner for owner, looks in self._closed.items() if looks >= LOOKS]


class _LockedSession:
    """A session of the server that has the lock of a worker, and hears of new jobs."""

    def __init__(self, database: Database, key: int, ring: Callable[[], None]) -> None:
        self._key = key
        self._connection = database.own_connection()
        self._driver = _driver(self._connection)
        self._driver.add_notify_handler(lambda _: ring())
        self._connection.execute(_LISTEN)
        self._has_lock = False
        self.lock()

    def lock(self) -> None:
        """Take the lock, unless a session of ours that the server believes alive still has it."""
        if not self._has_lock:
            lock = {"room": _ROOM, "key": self._key}
            self._has_lock = bool(self._connection.scalar(_LOCK, lock))

    def listen(self, seconds: float) -> None:
        """Wait for news."""
        if descriptors.select([self._driver.fileno()], [], [], seconds)[0]:
            self.ask()

    def ask(self) -> None:
        """Have the driver read what came; it fails where the server is gone."""
        self._connection.execute(_HEAR)

    def end(self) -> None:
        """Close it, whatever became of it."""
        self._driver.close()
        self._connection.invalidate()


class Line:
    """The line of one worker while it is entered. It rings for new jobs, and looks after the other lines."""

    def __init__(
        self,
        database: Database,
        worker_id: UUID,
        *,
        ring: Callable[[], None],
        free: Callable[[list[str]], None],
    ) -> None:
        self._database = database
        self._key = _key(worker_id.hex)
        self._ring = ring
        self._free = free
        self._lines = Lines()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="work-line", daemon=True)
        self._session: _LockedSession

    def __enter__(self) -> Self:
        """Hold it before anything is claimed: who holds none counts as dead."""
        self._session = _LockedSession(self._database, self._key, self._ring)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._thread.join()
        self._session.end()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
                self._look()
            except StorageError:
                self._closing.wait(_EVERY)  # logged where it was noticed
            except SQLAlchemyError:
                _log.exception("the database did not answer: the line is opened again")
                self._open_again()

    def _listen(self) -> None:
        until = time.monotonic() + _EVERY
        while time.monotonic() < until and not self._closing.is_set():
            self._session.listen(_SLICE)
        self._session.ask()

    def _look(self) -> None:
        """See that the own lock is held, and whose is not any more."""
        self._session.lock()
        with self._database.read() as session:
            lost = self._lines.lost(session)
        if lost:
            self._free(lost)

    def _open_again(self) -> None:
        self._session.end()
        while not self._closing.is_set():
            try:
                self._session = _LockedSession(self._database, self._key, self._ring)
            except SQLAlchemyError:
                self._closing.wait(_EVERY)
            else:
                return


def _driver(connection: Connection) -> Any:  # noqa: ANN401 - the driver's own type
    return connection.connection.dbapi_connection


def _key(owner: str) -> int:
    """The lock of a worker: from the random end of its id, with which the names of its attempts begin."""
    return int(owner[_WORKER_DIGITS - _KEY_DIGITS : _WORKER_DIGITS], 16) & _MOST
