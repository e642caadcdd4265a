"""Housekeeping: what has expired is deleted, by chores that come back."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, exists, select, text
from sqlalchemy.orm import Session, aliased

from grader.records import asdict
from submissions.courses.courses.lifecycle import delete_due, delete_files_of_nobody
from submissions.courses.grades import stored_facts
from submissions.grading.work.retention import Retention, delete_overdue
from submissions.grading.work.try_again import try_again
from submissions.jobs.chores import Chore
from submissions.jobs.clock import moment
from submissions.people.access import half_sign_ins, idempotent_answers, sessions, sign_in_links, throttle
from submissions.people.sign_on import rounds
from submissions.storage import stored_files
from submissions.storage.database import Database
from submissions.tables import Assignment, Submission, Worker

_OFTEN = timedelta(seconds=10)
_HOURLY = timedelta(hours=1)

_WORKERS_KEPT = timedelta(minutes=10)
_AT_A_TIME = 500
_log = logging.getLogger("backgrade.work")

SILENT_SECONDS = 20.0
"""Longer than the server waits by itself."""

_END = text(
    """
    SELECT count(pg_terminate_backend(pid)) FROM (
        SELECT DISTINCT activity.pid FROM job
        JOIN pg_stat_activity AS activity ON activity.backend_xid = job.xmax
        WHERE job.state IN ('waiting', 'running')
          AND activity.usename = current_user
          AND activity.wait_event_type = 'Client'
          AND activity.state_change < clock_timestamp() - make_interval(secs => :seconds)
    ) AS silent
    """
)


def chores(database: Database, now: Callable[[], datetime], kept: Retention) -> list[Chore]:
    """Make the chores about files, results and accounts."""

    def moment_now() -> datetime:
        with database.read() as session:
            return moment(session, now)

    return [
        Chore("housekeeping", _OFTEN, lambda: keep_house(database, now=moment_now())),
        Chore("retention", _HOURLY, lambda: clean_up(database, kept, now=moment_now())),
        Chore("files", _HOURLY, lambda: keep_files(database, now=moment_now())),
    ]


def keep_house(database: Database, *, now: datetime) -> None:
    """Delete what has expired, and have try files graded again whose assignment has changed."""
    with database.begin() as session:
        if silent := end_silent_sessions(session):
            _log.warning("sessions that held jobs and said nothing were ended", extra={"sessions": silent})
        _forget(session, now)
    with database.begin() as session:
        _delete_trials(session, now)
    with database.begin() as session:
        try_again(session, now=now)


def clean_up(database: Database, kept: Retention, *, now: datetime) -> bool:
    """Do a batch of what takes longer; whether there is more. The look itself is not free.

    Attempts from before an update are counted in the same rhythm.
    """
    with database.begin() as session:
        counted = stored_facts.complete(session)
    deleted = delete_due(database, now=now)
    gone = delete_overdue(database, kept, now=now)
    if gone.reports or gone.files:
        _log.info("deleted, as it was kept for as long as is set", extra=asdict(gone))
    return bool(counted or deleted or gone.more)


def keep_files(database: Database, *, now: datetime) -> bool:
    """Move some files to where they are to be, or delete objects of none; whether there is more."""
    if stored_files.move(database):
        return True
    if gone := stored_files.delete_orphans(database, now=now):
        _log.info("objects of no file were deleted", extra={"objects": gone})
    return False


def _forget(session: Session, now: datetime) -> None:
    """Delete everything whose time is over."""
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


def end_silent_sessions(session: Session, seconds: float = SILENT_SECONDS) -> int:
    """End them; how many there were. What they held is free a moment later."""
    if session.get_bind().dialect.name == "sqlite":
        return 0
    return session.scalar(_END, {"seconds": seconds}) or 0
