"""The host of all jobs of one process: its line, the jobs that it holds, and their signs of life."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from sqlalchemy import ColumnElement
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import StorageError
from submissions.jobs import claims
from submissions.jobs.claims import Claim
from submissions.jobs.clock import Jumps, moment, overdue
from submissions.jobs.line import Lifeline
from submissions.jobs.retries import GRADING, SANDBOX, Backoff, Retry
from submissions.storage.database import Database
from submissions.tables import Job, JobKind

_log = logging.getLogger("backgrade.work")


class Pace(Frozen):
    """The pace of one process."""

    lease: float = 30.0
    """A worker that was not heard of for so long has lost its jobs. Its line tells sooner that it died."""
    beat: float = 5.0
    """The pause between two signs of life: several fit into a lease."""
    sweep: float = 10.0
    """The pause between two looks for jobs whose lease is over: living processes renew theirs meanwhile."""
    look: float = 1.0
    """The pause between two looks for work without a bell: after a failure, or a missed notification."""
    grace: float = 7.0
    """The time for gradings to end when the process is to stop; container engines give ten."""
    retry: Retry = GRADING
    """The pause after failures of ours."""
    sandbox: Backoff = SANDBOX
    """The pauses before a sandbox that does not serve is tried again."""


class JobHost:
    """Shared by the crews of one process. Entered before any of them works."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        pace: Pace = Pace(),  # noqa: B008 - it never changes
    ) -> None:
        self.database = database
        self.pace = pace
        self._now = now
        self._line = Lifeline(database, database.bell.wake, self._free)
        self.id = self._line.id
        self.reports: list[Callable[[Session, datetime], None]] = []
        """Called with each sign of life, to write what else is told of this process."""
        self._held: dict[str, Claim] = {}
        self._unsettled: list[Claim] = []
        """Done, but nothing could be stored: to be handed back when that is possible again."""
        self._holding = threading.Lock()
        self._jumps = Jumps()
        self._next_sweep = 0.0
        self._woken, self._closed = threading.Event(), threading.Event()
        self._heart = threading.Thread(target=self._run, name="work-heart", daemon=True)

    def __enter__(self) -> Self:
        self._line.__enter__()
        self._heart.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()
        self._woken.set()
        self._heart.join()
        self._line.__exit__(kind, error, trace)

    def moment(self, session: Session) -> datetime:
        """Return the time by the clock that all who work on this database share."""
        return moment(session, self._now)

    def beat(self) -> None:
        """Renew the leases now, because something has changed."""
        self._woken.set()

    def holds(self, kind: JobKind | None = None) -> list[Claim]:
        """Return the claims of this process, of one kind if one is given."""
        with self._holding:
            return [each for each in self._held.values() if kind in {None, each.kind}]

    def take(self, kind: JobKind, also: Callable[[datetime], Sequence[ColumnElement[bool]]]) -> Claim | None:
        """Take the job of a kind whose turn it is; None if there is nothing to do."""
        with self.database.read() as session:
            now = self.moment(session)
            if session.scalar(claims.waiting(kind, now, also(now)).limit(1)) is None:
                return None
        with self.database.begin() as session:
            now = self.moment(session)
            taken = claims.claim(session, kind, self.id, now=now, until=self._lease(now), also=also(now))
        if taken is not None:
            with self._holding:
                self._held[taken.owner] = taken
        return taken

    def hand_back(self, claim: Claim, pause: timedelta = timedelta(0)) -> None:
        """Let another attempt do it, after a pause; this one does not count."""
        with self.database.begin() as session:
            if (job := claims.held(session, claim)) is not None:
                claims.hand_back(session, job, until=self.moment(session) + pause)

    def fail(self, claim: Claim, error: str, pause: timedelta | None) -> None:
        """Have a job tried again after a pause; without one it is given up."""
        with self.database.begin() as session:
            if (job := claims.held(session, claim)) is not None:
                claims.fail(session, job, error, pause, now=self.moment(session))

    def settle_later(self, claim: Claim) -> None:
        """Hold on to what could not be stored, and hand it back, uncounted, as soon as that can be."""
        self._unsettled.append(claim)

    def drop(self, claim: Claim) -> None:
        """Forget a claim that has ended."""
        with self._holding:
            self._held.pop(claim.owner, None)

    def _free(self, session: Session, owners: Sequence[str]) -> int:
        return claims.release(session, Job.owner.in_(owners), now=self.moment(session))

    def _run(self) -> None:
        while True:
            self._woken.wait(self.pace.beat)
            self._woken.clear()
            if self._closed.is_set():
                return
            try:
                self._beat()
                self._settle()
                self._sweep()
            except StorageError:
                continue  # logged where it was noticed
            except SQLAlchemyError:
                _log.exception("the database did not answer: no sign of life was given")

    def _beat(self) -> None:
        held = [each.owner for each in self.holds()]
        if not held and not self.reports:
            return
        with self.database.begin() as session:
            now = self.moment(session)
            claims.renew(session, held, until=self._lease(now))
            for report in list(self.reports):
                report(session, now)

    def _settle(self) -> None:
        while self._unsettled:
            self.hand_back(self._unsettled[0])
            self.drop(self._unsettled.pop(0))
            self.database.bell.wake()

    def _sweep(self) -> None:
        """Free the jobs of processes that were not heard of.

        Not in the first turn after the clock was set: processes that live renew their leases before the next.
        """
        if time.monotonic() < self._next_sweep:
            return
        self._next_sweep = time.monotonic() + self.pace.sweep
        with self.database.read() as session:
            now = self.moment(session)
        jump = self._jumps.seen(now)
        if jump is not None:
            _log.warning("the clock was set", extra={"seconds": round(jump.total_seconds())})
            return
        with self.database.begin() as session:
            freed = claims.release(session, overdue(now), now=now)
        if freed:
            _log.warning("jobs of workers that were not heard of were freed", extra={"jobs": freed})
            self.database.bell.wake()

    def _lease(self, now: datetime) -> datetime:
        return now + timedelta(seconds=self.pace.lease)
