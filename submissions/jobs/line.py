"""Lifelines on PostgreSQL: each process that works holds one open while it lives, however slow it is.

The session of a line has a lock under the name of its process. When the process dies, the kernel of its
machine closes the connection, and the server lets go of the lock: the others see that and free its jobs in
seconds. A process that is only slow, or stopped, keeps its line: its kernel acknowledges what the server
sends. A machine that went silent acknowledges nothing, and the server closes its line after `Patience.cut`.
"""

import logging
import select as descriptors
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.errors import StorageError
from submissions.jobs.claims import held_by
from submissions.storage.bell import CHANNEL
from submissions.storage.database import Database
from submissions.tables.identity import new_id

LOOKS = 3
"""Looks in a row that must find a line closed: whoever lost a connection has opened another by then."""

SPARED = 20
"""Looks that count nothing after the own line was opened again: all may have lost theirs with the server."""

_EVERY = 0.5
_SLICE = 0.25
_ROOM = 0x6A6F6273  # any number of ours
_MOST = 0x7FFFFFFF
_DIGITS = 32
_LISTEN = text(f"LISTEN {CHANNEL}")
_HEAR = text("SELECT 1")
_LOCK = text(
    "SELECT CASE WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
    " AND classid::bigint = :room AND objid::bigint = :key AND objsubid = 2)"
    " THEN true ELSE pg_try_advisory_lock(:room, :key) END"
)
_HELD = text(
    "SELECT objid::bigint FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid::bigint = :room AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_BROKEN = (SQLAlchemyError, OSError, ValueError)
"""The errors of a connection that is gone, or of its descriptor."""
_log = logging.getLogger("backgrade.work")


class LostAttempts:
    """The attempts that lost their process, by what the lines of all processes say, asked again and again."""

    def __init__(self) -> None:
        self._closed: Counter[str] = Counter()
        self._spared = 0

    def spare(self) -> None:
        """Give all processes time to open their lines, as after a restart of the server."""
        self._closed.clear()
        self._spared = SPARED

    def lost(self, session: Session) -> list[str]:
        """Return the attempts that hold a job, and whose line was closed in every look."""
        if self._spared:
            self._spared -= 1
            return []
        held = set(session.scalars(_HELD, {"room": _ROOM}))
        closed = [owner for owner in session.scalars(held_by()) if owner and _key(owner) not in {*held, None}]
        self._closed = Counter({owner: self._closed[owner] + 1 for owner in closed})
        return [owner for owner, looks in self._closed.items() if looks >= LOOKS]


class _LockedSession:
    """A session of the server that has the lock of a process, and hears of new jobs."""

    def __init__(self, database: Database, key: int, ring: Callable[[], None]) -> None:
        self._key = key
        self._connection = database.own_connection()
        self._driver = _driver(self._connection)
        self._driver.add_notify_handler(lambda _: ring())
        self._waiting = descriptors.poll()
        self._waiting.register(self._driver.fileno(), descriptors.POLLIN)
        self._connection.execute(_LISTEN)
        self.lock()

    def lock(self) -> None:
        """Take the lock where this session of the server has none; one that died there may have it still.

        It is asked each time: a pooler may give the connection another session, without a word.
        """
        self._connection.execute(_LOCK, {"room": _ROOM, "key": self._key})

    def listen(self, seconds: float) -> None:
        """Wait for news."""
        if self._waiting.poll(seconds * 1000):
            self.ask()

    def ask(self) -> None:
        """Have the driver read what came; it fails where the server is gone."""
        self._connection.execute(_HEAR)

    def end(self) -> None:
        """Close the connection, whatever its state."""
        self._driver.close()
        self._connection.invalidate()


class Lifeline:
    """The line of one process, open while it is entered.

    It rings for new jobs, and looks after the other lines. On SQLite nothing is done: it has one process.
    """

    def __init__(
        self, database: Database, ring: Callable[[], None], free: Callable[[Session, Sequence[str]], int]
    ) -> None:
        """`free` lets others have the jobs of these attempts, and says how many there were."""
        self.id = new_id()
        self._database = database
        self._ring = ring
        self._free = free
        self._attempts = LostAttempts()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="work-line", daemon=True)
        self._session: _LockedSession

    def __enter__(self) -> Self:
        """Take the lock before any job is claimed: a process without one counts as dead."""
        if not self._database.embedded:
            self._session = self._opened()
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._database.embedded:
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
            except _BROKEN:
                _log.exception("the database did not answer: the line is opened again")
                self._open_again()

    def _listen(self) -> None:
        until = time.monotonic() + _EVERY
        while time.monotonic() < until and not self._closing.is_set():
            self._session.listen(_SLICE)
        self._session.ask()

    def _look(self) -> None:
        """Check that the own lock is held, and find processes whose lock is not any more."""
        self._session.lock()
        with self._database.read() as session:
            lost = self._attempts.lost(session)
        if not lost:
            return
        with self._database.begin() as session:
            freed = self._free(session, lost)
        if freed:
            _log.warning("what processes that died had begun was freed", extra={"jobs": freed})
            self._ring()

    def _opened(self) -> _LockedSession:
        return _LockedSession(self._database, self.id.int & _MOST, self._ring)

    def _open_again(self) -> None:
        self._session.end()
        while not self._closing.is_set():
            try:
                self._session = self._opened()
            except (StorageError, *_BROKEN):
                self._closing.wait(_EVERY)
            else:
                self._attempts.spare()
                return


def _driver(connection: Connection) -> Any:  # noqa: ANN401 - the driver's own type
    return connection.connection.dbapi_connection


def _key(owner: str) -> int | None:
    """Return the lock of the process that an attempt is named after; None where it is named otherwise."""
    try:
        return UUID(hex=owner[:_DIGITS]).int & _MOST
    except ValueError:
        return None
