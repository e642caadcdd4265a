"""What has to be done now and then: free lost jobs, delete what has expired."""

import logging
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, select
from sqlalchemy.orm import Session, aliased

from submissions.courses.courses.lifecycle import delete_due, delete_files_of_nobody
from submissions.courses.grades import stored_facts
from submissions.grading.work.claims import release
from submissions.grading.work.retention import Retention, delete_overdue
from submissions.grading.work.silent_sessions import end_silent_sessions
from submissions.grading.work.try_again import try_again
from submissions.jobs.background import BackgroundTask, is_our_turn
from submissions.jobs.bell import Bell
from submissions.jobs.clock import Jumps, moment
from submissions.people.access import half_sign_ins, idempotent_answers, sessions, sign_in_links, throttle
from submissions.people.sign_on import rounds
from submissions.storage.database import Database
from submissions.tables import Assignment, Submission, Worker

EVERY_SECONDS = 10.0
_LOOK_SECONDS = 3600.0

_WORKERS_KEPT = timedelta(minutes=10)
_AT_A_TIME = 500
_TRIED = throttle.Limit(0, timedelta(hours=1))
_LOCK = 0x68617573  # any number of ours: one process keeps house, the others go on
_log = logging.getLogger("backgrade.work")


class Housekeeper(BackgroundTask):
    """Keeps house while it is entered. Several processes may: they take turns."""

    log = _log
    unanswered = "the database did not answer: housekeeping waits"

    def __init__(
        self,
        database: Database,
        bell: Bell,
        now: Callable[[], datetime],
        kept: Retention = Retention(),  # noqa: B008 - it never changes
    ) -> None:
        super().__init__("housekeeper", every=EVERY_SECONDS)
        self._kept = kept
        self._next_look = 0.0
        self._database = database
        self._bell = bell
        self._now = now
        self._jumps = Jumps()

    def turn(self) -> bool:
        """Everything once."""
        with self._database.read() as session:
            now = moment(session, self._now)
        keep_house(self._database, self._bell, now=now, leases=self._leases_can_be_read(now))
        self._clean_up(now)
        return False

    def _leases_can_be_read(self, now: datetime) -> bool:
        """Not in the first turn after the clock was set: workers that live renew theirs before the next."""
        jump = self._jumps.seen(now)
        if jump is None:
            return True
        _log.warning("the clock was set", extra={"seconds": round(jump.total_seconds())})
        return False

    def _clean_up(self, now: datetime) -> None:
        """Batch by batch while there is something, then not for a while: the look itself is not free.

        Attempts from before an update are counted in the same rhythm.
        """
        if time.monotonic() < self._next_look:
            return
        while delete_due(self._database, now=now) and not self._stopping.is_set():
            continue
        complete_facts(self._database, self._stopping.is_set)
        gone = delete_overdue(self._database, self._kept, now=now)
        if gone.reports or gone.files:
            _log.info("deleted, as it was kept for as long as is set", extra=asdict(gone))
        self._next_look = time.monotonic() + (0 if gone.more else _LOOK_SECONDS)


def keep_house(database: Database, bell: Bell, *, now: datetime, leases: bool = True) -> None:
    """Everything once, unless another process is at it."""
    freed = 0
    if database.storage.failure is not None:
        _write_something(database, now)
    with database.begin() as session:
        if not is_our_turn(session, _LOCK):
            return
        if silent := end_silent_sessions(session):
            _log.warning("sessions that held jobs and said nothing were ended", extra={"sessions": silent})
        if leases and (freed := release(session, bell, now=now)):
            _log.warning("jobs of workers that were not heard of were freed", extra={"jobs": freed})
        _forget(session, now)
    if freed:
        bell.wake()
    with database.begin() as session:
        _delete_trials(session, now)
    with database.begin() as session:
        tried = try_again(session, bell, now=now)
    if tried:
        bell.wake()


def complete_facts(database: Database, stopping: Callable[[], bool] = lambda: False) -> None:
    """Count the attempts that no figure counts yet, batch by batch, unless another process is at it."""
    more = True
    while more and not stopping():
        with database.begin() as session:
            more = is_our_turn(session, _LOCK) and stored_facts.complete(session)


def _write_something(database: Database, now: datetime) -> None:
    """So that it is noticed when there is room again, also by a process to which nobody is sent meanwhile."""
    with database.begin() as session:
        throttle.add(session, "house", "keeper", _TRIED, 1, now=now)


def _forget(session: Session, now: datetime) -> None:
    """What was kept for a time that is over."""
    session.execute(delete(Worker).where(Worker.seen_at < now - _WORKERS_KEPT))
    _delete_copies(session)
    throttle.forget(session, now=now)
    idempotent_answers.forget(session, now=now)
    sessions.forget(session, now=now)
    sign_in_links.forget(session, now=now)
    half_sign_ins.forget(session, now=now)
    rounds.forget(session, now=now)


def _delete_copies(session: Session) -> None:
    """Copies for try files of assignments that were deleted. Submissions first: gradings need versions."""
    ids = session.scalars(select(Assignment.id).where(_is_copy_of_nothing()).limit(_AT_A_TIME)).all()
    if ids:
        session.execute(delete(Submission).where(Submission.assignment_id.in_(ids)))
        session.execute(delete(Assignment).where(Assignment.id.in_(ids)))


def _is_copy_of_nothing() -> ColumnElement[bool]:
    """Whether it is the copy for try files of an assignment that was deleted."""
    origin = aliased(Assignment)
    return Assignment.try_of_id.is_not(None) & ~exists().where(origin.id == Assignment.try_of_id)


def _delete_trials(session: Session, now: datetime) -> None:
    """Trials that have expired, with all that was made of them; and their files, unless others have them.

    Gradings and jobs go with their submission.
    """
    over = select(Submission.id).where(Submission.expires_at <= now).limit(_AT_A_TIME)
    gone = delete(Submission).where(Submission.id.in_(over)).returning(Submission.sha256)
    digests = set(session.scalars(gone))
    delete_files_of_nobody(session, digests)
