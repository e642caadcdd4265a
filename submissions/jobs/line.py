"""Lifelines on PostgreSQL: each process that works holds one open while it lives, however slow it is.

The session of a line has a lock under the name of its process. When the process dies, the kernel of its
machine closes the connection, and the server lets go of the lock: the others see that and free its jobs in
seconds. A process that is only slow, or stopped, keeps its line. A machine that went silent closes nothing:
its jobs are free after their lease.
"""

import logging
import select as descriptors
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from sqlalchemy import Connection, Select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from submissions.errors import StorageError
from submissions.jobs.bell import CHANNEL
from submissions.storage.database import Database
from submissions.tables.identity import new_id

LOOKS = 3
"""Looks in a row that must find a line closed: whoever lost a connection has opened another by then."""

_EVERY = 0.5
_SLICE = 0.25
_ROOM = 0x6A6F6273  # any number of ours
_MOST = 0x7FFFFFFF
_DIGITS, _KEY_BITS = 32, 32
_ENDING = (1 << _KEY_BITS) - 1
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
"""What a connection that is gone, or its descriptor, raises."""
_log = logging.getLogger("backgrade.work")


class LostAttempts:
    """The attempts that lost their process, by what the lines of all processes say, asked again and again."""

    def __init__(self) -> None:
        self._closed: Counter[str | UUID] = Counter()

    def lost(self, session: Session, owners: Select[Any]) -> list[str | UUID]:
        """Return the attempts that hold something here, and whose line was closed in every look."""
        held = set(session.scalars(_HELD, {"room": _ROOM}))
        closed = [owner for owner in session.scalars(owners) if _key(owner) not in {*held, None}]
        self._closed = Counter({owner: self._closed[owner] + 1 for owner in closed})
        return [owner for owner, looks in self._closed.items() if looks >= LOOKS]


@dataclass(frozen=True, slots=True)
class HeldRows:
    """Rows that attempts hold, each under its name."""

    owners: Select[Any]
    """The names of those who hold one."""
    free: Callable[[Session, Sequence[Any]], int]
    """Lets others have the rows of these; how many there were."""
    lines: LostAttempts = field(default_factory=LostAttempts)


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
        """Close it, whatever became of it."""
        self._driver.close()
        self._connection.invalidate()


class Lifeline:
    """The line of one process, open while it is entered, by however many: what it does shares one.

    It rings for new jobs, and looks after the other lines. On SQLite nothing is done: it has one process.
    """

    def __init__(self, database: Database, ring: Callable[[], None] = lambda: None) -> None:
        self.id = new_id()
        self._database = database
        self._ring = ring
        self._watched: list[HeldRows] = []
        self._users = 0
        self._entering = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="work-line", daemon=True)
        self._session: _LockedSession

    def __enter__(self) -> Self:
        """Hold it before anything is claimed: who holds none counts as dead."""
        with self._entering:
            if not self._users and not self._database.embedded:
                self._session = self._opened()
                self._thread.start()
            self._users += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._entering:
            self._users -= 1
            if not self._users and not self._database.embedded:
                self._closing.set()
                self._thread.join()
                self._session.end()

    def watch(self, rows: HeldRows) -> None:
        """Free these rows when who holds them died."""
        self._watched.append(rows)

    def attempt(self) -> UUID:
        """Return a new name that nobody has, and that is known to be of this process."""
        return UUID(int=new_id().int >> _KEY_BITS << _KEY_BITS | self.id.int & _ENDING)

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
        """See that the own lock is held, and whose is not any more."""
        self._session.lock()
        for rows in self._watched:
            with self._database.read() as session:
                lost = rows.lines.lost(session, rows.owners)
            if lost:
                self._free(rows, lost)

    def _free(self, rows: HeldRows, lost: Sequence[str | UUID]) -> None:
        with self._database.begin() as session:
            freed = rows.free(session, lost)
        if freed:
            _log.warning("what processes that died had begun was freed", extra={"jobs": freed})

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
                return


def _driver(connection: Connection) -> Any:  # noqa: ANN401 - the driver's own type
    return connection.connection.dbapi_connection


def _key(owner: str | UUID) -> int | None:
    """Return the lock of the process that an attempt is named after; None where it is named otherwise."""
    digits = (owner.hex if isinstance(owner, UUID) else owner)[:_DIGITS]
    try:
        return UUID(hex=digits).int & _MOST
    except ValueError:
        return None
