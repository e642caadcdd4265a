"""Jobs taken, held and given back. One attempt holds a job at a time, under a name that no other has."""

import secrets
import traceback
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from sqlalchemy import ColumnElement, Select, select, update
from sqlalchemy.orm import Session

from grader.errors import GraderError
from grader.records import Frozen
from submissions.jobs.clock import due
from submissions.jobs.retries import POLICIES
from submissions.tables import Job, JobKind, JobState

LOST = "worker-lost"
"""The error of a job whose process was not heard of any more."""

_TOKEN_BYTES = 8
_LONGEST_ERROR = 2000
_FOLLOWERS: dict[str, Callable[[Session, Job], None]] = {}
_TOP = Path(__file__).parents[2]
_PACKAGES = frozenset({"api", "grader", "submissions", "suites"})


class Claim(Frozen):
    """One attempt at a job, which holds its lease."""

    job_id: UUID
    kind: JobKind
    owner: str
    number: int
    """The number of the attempt, from 1."""
    subject: UUID
    """The grading, the webhook or the platform that it is about; of a chore, the job itself."""
    chore: str = ""
    course_id: UUID | None = None

    @classmethod
    def of(cls, job: Job) -> "Claim":
        """Return the claim on a job that was just taken."""
        assert job.owner is not None
        subject = job.grading_id or job.webhook_id or job.platform_id or job.id
        return cls(
            job.id, JobKind(job.kind), job.owner, job.attempts, subject, job.chore or "", job.course_id
        )


def follow(kind: JobKind, follower: Callable[[Session, Job], None]) -> None:
    """Have this called whenever a job of the kind has another state, to keep in step with it."""
    _FOLLOWERS[kind] = follower


def waiting(kind: JobKind, now: datetime, also: Sequence[ColumnElement[bool]] = ()) -> Select[UUID]:
    """Choose the jobs of a kind that can be taken, those of the highest priority first, then the oldest.

    What comes back goes in the order in which it was put back.
    """
    by = (Job.priority.desc(), Job.id) if kind == JobKind.GRADING else (Job.not_before.nulls_first(), Job.id)
    chosen = select(Job.id).where(Job.kind == kind, Job.state == JobState.WAITING, due(kind, now), *also)
    return chosen.order_by(*by)


def claim(
    session: Session,
    kind: JobKind,
    process: UUID,
    *,
    now: datetime,
    until: datetime,
    also: Sequence[ColumnElement[bool]] = (),
) -> Claim | None:
    """Take the job whose turn it is. Whoever else asks gets another, or none."""
    first = waiting(kind, now, also).limit(1).with_for_update(skip_locked=True, of=Job)
    # One statement chooses and takes, so two that look at once never get the same row; `skip_locked` gives
    # the second the next job. The attempt is counted now: a job that takes its process along has no end.
    taken = session.scalar(
        update(Job)
        .where(Job.id == first.scalar_subquery())
        .values(
            state=JobState.RUNNING,
            owner=f"{process.hex}.{secrets.token_hex(_TOKEN_BYTES)}",
            lease_until=until,
            not_before=None,
            started_at=now,
            attempts=Job.attempts + 1,
        )
        .returning(Job),
        execution_options={"populate_existing": True, "synchronize_session": False},
    )
    if taken is None:
        return None
    _moved(session, taken)
    return Claim.of(taken)


def held(session: Session, claim: Claim) -> Job | None:
    """Lock and return the job of an attempt; None where it does not hold it any more."""
    mine = Job.id == claim.job_id, Job.owner == claim.owner, Job.state == JobState.RUNNING
    return session.scalar(select(Job).where(*mine).with_for_update())


def held_by() -> Select[str | None]:
    """Choose the attempts that hold a job."""
    return select(Job.owner).where(Job.state == JobState.RUNNING, Job.owner.is_not(None))


def renew(session: Session, owners: Collection[str], *, until: datetime) -> None:
    """Hold on to the jobs of these attempts."""
    # By attempt, not by job: one that was believed dead has lost the row, and must not hold another's.
    mine = Job.owner.in_(owners), Job.state == JobState.RUNNING
    session.execute(update(Job).where(*mine).values(lease_until=until))


def finish(session: Session, job: Job, *, now: datetime) -> None:
    """Mark the job as done for good."""
    job.state, job.finished_at, job.error = JobState.DONE, now, None
    _moved(session, job)


def come_back(session: Session, job: Job, *, until: datetime | None) -> None:
    """Mark the job as done until its next time."""
    job.attempts, job.error = 0, None
    _put_back(session, job, until)


def hand_back(session: Session, job: Job, *, until: datetime) -> None:
    """Release the job to other processes from `until` on. The attempt does not count: it had no result."""
    job.attempts -= 1
    _put_back(session, job, until)


def fail(session: Session, job: Job, error: str, pause: timedelta | None, *, now: datetime) -> None:
    """Have a job tried again after a pause; without one it is given up."""
    job.error = error[:_LONGEST_ERROR]
    if pause is not None:
        _put_back(session, job, now + pause)
        return
    job.state, job.finished_at = JobState.GIVEN_UP, now
    _moved(session, job)


def release(session: Session, *which: ColumnElement[bool], now: datetime) -> int:
    """Free those jobs that run, or all, whose process is gone; how many there were.

    A grading that took too many processes with it is given up.
    """
    running = select(Job).where(Job.state == JobState.RUNNING, *which)
    jobs = session.scalars(running.with_for_update(skip_locked=True)).all()
    for job in jobs:
        fail(session, job, LOST, POLICIES[JobKind(job.kind)].lost.pause(job.attempts), now=now)
    return len(jobs)


def wake(session: Session, subject: ColumnElement[bool]) -> None:
    """Let jobs run now that were put off until later."""
    session.execute(update(Job).where(subject).values(not_before=None))


def _put_back(session: Session, job: Job, until: datetime | None) -> None:
    job.state, job.owner, job.lease_until, job.not_before = JobState.WAITING, None, None, until
    _moved(session, job)


def _moved(session: Session, job: Job) -> None:
    session.flush()
    if (follower := _FOLLOWERS.get(job.kind)) is not None:
        follower(session, job)


def error_summary(error: BaseException, *, detailed: bool = False) -> str:
    """Return the type of an error, with its message if staff may read it, else the last place in our code."""
    name = type(error).__qualname__
    if detailed or isinstance(error, GraderError):
        message = " ".join(str(error).split())
        return f"{name}: {message}" if message else name
    place = _place(error)
    return f"{name} at {place}" if place else name


def _place(error: BaseException) -> str:
    """The last line of ours that was being carried out."""
    frames = traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__), lookup_lines=False)
    for frame in reversed(frames):
        path = Path(frame.filename)
        inside = path.relative_to(_TOP) if path.is_relative_to(_TOP) else Path()
        if inside.parts[:1] and inside.parts[0] in _PACKAGES:
            return f"{inside}:{frame.lineno}"
    return ""
