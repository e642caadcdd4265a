"""Where jobs wait. Their rows are the truth; an engine only has to be told that there is one."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.tables import GradeJob, Grading, JobState

INTERACTIVE, REGRADE = 0, -1000
"""Where a job stands before fairness: nobody's re-grade goes before a student who waits."""

_PENDING = (JobState.WAITING, JobState.RUNNING)
_PER_COURSE = 20
"""So many pending jobs of a course count as much as one of a student."""
_LANES = REGRADE // 2
"""Above it are those who wait for an answer; re-grades below do not count against them."""


class Queue(Protocol):
    """An engine that carries jobs out."""

    def added(self, session: Session, job: GradeJob) -> None:
        """A job was written in this transaction."""

    def wake(self) -> None:
        """A transaction with new jobs was committed: a hint, which may be lost."""

    def remind(self, session: Session) -> None:
        """Jobs wait of which the engine may not have heard."""


@dataclass(frozen=True, slots=True)
class Whose:
    """In whose turn a job is: for fairness between courses, and between students."""

    course_id: UUID | None = None
    person_id: UUID | None = None


def enqueue(
    session: Session, queue: Queue, grading: Grading, whose: Whose, base: int = INTERACTIVE
) -> GradeJob:
    """Write the job of a grading, in the transaction of its submission.

    The first job of every student goes before anybody's second; a busy course yields to a quiet one.
    """
    job = GradeJob(
        grading_id=grading.id,
        course_id=whose.course_id,
        person_id=whose.person_id,
        priority=base - _pending(session, whose, base),
        not_before=grading.created_at,
        created_at=grading.created_at,
    )
    session.add(job)
    session.flush()
    queue.added(session, job)
    return job


def ahead(session: Session, job: GradeJob) -> int:
    """How many jobs go before this one."""
    before = (GradeJob.priority > job.priority) | (
        (GradeJob.priority == job.priority) & (GradeJob.id < job.id)
    )
    waiting = select(func.count()).where(GradeJob.state == JobState.WAITING, before)
    return session.scalar(waiting) or 0


def _pending(session: Session, whose: Whose, base: int) -> int:
    """How much the student and the course have waiting already, of the same lane."""
    mine = theirs = 0
    lane = GradeJob.priority > _LANES if base > _LANES else GradeJob.priority <= _LANES
    pending = select(func.count()).where(GradeJob.state.in_(_PENDING), lane)
    if whose.person_id is not None:
        mine = session.scalar(pending.where(GradeJob.person_id == whose.person_id)) or 0
    if whose.course_id is not None:
        theirs = session.scalar(pending.where(GradeJob.course_id == whose.course_id)) or 0
    return mine + theirs // _PER_COURSE
