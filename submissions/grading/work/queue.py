"""Where jobs wait. Their rows are the truth; a bell only tells that there is one."""

from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.storage.bell import announce
from submissions.tables import Grading, Job, JobKind, JobState, Submission

INTERACTIVE, REGRADE, DRY_RUN, TRIAL = 0, -1000, -10_000, -1_000_000
"""Where a job stands before fairness: nobody's re-grade goes before a student who waits, no dry run before a
re-grade that counts, and no trial before anything of a course."""

PER_COURSE = 20
"""The number of pending jobs of a course that count as much as one of a student."""

_PENDING = (JobState.WAITING, JobState.RUNNING)
_LANES = REGRADE // 2
"""The priority above which people wait for an answer; regrades below do not count against them."""


class Whose(Frozen):
    """The owner of a job's turn: for fairness between courses, and between students."""

    course_id: UUID | None = None
    person_id: UUID | None = None
    address: str | None = None
    """The keyed hash of the address that a trial came from."""


def enqueue(session: Session, grading: Grading, whose: Whose, base: int = INTERACTIVE) -> Job:
    """Write the job of a grading, in the transaction of its submission.

    The first job of every student goes before anybody's second; a busy course yields to a quiet one.
    """
    job = Job(
        kind=JobKind.GRADING,
        grading_id=grading.id,
        course_id=whose.course_id,
        person_id=whose.person_id,
        address=whose.address,
        priority=base - pending(session, whose, base),
        created_at=grading.created_at,
    )
    session.add(job)
    session.flush()
    announce(session)
    return job


def enqueue_all(
    session: Session, course_id: UUID, waiting: Sequence[tuple[Grading, UUID | None]], base: int
) -> None:
    """Write the jobs of many gradings of a course, each with its person, in as many queries as for one."""
    people = [person_id for _, person_id in waiting if person_id is not None]
    theirs, mine = _pending_of(session, course_id, people, base)
    jobs = []
    for number, (grading, person_id) in enumerate(waiting):
        jobs.append(
            Job(
                kind=JobKind.GRADING,
                grading_id=grading.id,
                course_id=course_id,
                person_id=person_id,
                priority=base - mine[person_id] - (theirs + number) // PER_COURSE,
                created_at=grading.created_at,
            )
        )
        mine[person_id] += 1
    session.add_all(jobs)
    session.flush()
    announce(session)


def job_of(session: Session, submission: Submission, *, lock: bool = False) -> Job | None:
    """Return the job of a submission, locked if asked; None for one that was never to be graded."""
    if submission.grading_id is None:  # jobs about something else have no grading either
        return None
    chosen = select(Job).where(Job.grading_id == submission.grading_id)
    return session.scalar(chosen.with_for_update() if lock else chosen)


def ahead(session: Session, job: Job) -> int:
    """How many jobs go before this one."""
    before = (Job.priority > job.priority) | ((Job.priority == job.priority) & (Job.id < job.id))
    waits = Job.kind == JobKind.GRADING, Job.state == JobState.WAITING
    waiting = select(func.count()).where(*waits, before)
    return session.scalar(waiting) or 0


def _pending_of(
    session: Session, course_id: UUID, people: Collection[UUID], base: int
) -> tuple[int, Counter[UUID | None]]:
    """How much a course and some of its people have waiting already, of the same lane."""
    pending = Job.state.in_(_PENDING), _lane(base)
    theirs = session.scalar(select(func.count()).where(Job.course_id == course_id, *pending)) or 0
    rows = session.execute(
        select(Job.person_id, func.count()).where(Job.person_id.in_(people), *pending).group_by(Job.person_id)
    )
    mine: Counter[UUID | None] = Counter()
    for person_id, number in rows:
        mine[person_id] = number
    return theirs, mine


def _lane(base: int) -> ColumnElement[bool]:
    return Job.priority > _LANES if base > _LANES else Job.priority <= _LANES


def pending(session: Session, whose: Whose, base: int) -> int:
    """How much the student, or the address, and the course have waiting already, of the same lane."""
    mine = theirs = 0
    pending = select(func.count()).where(Job.state.in_(_PENDING), _lane(base))
    if whose.person_id is not None:
        mine = session.scalar(pending.where(Job.person_id == whose.person_id)) or 0
    if whose.address is not None:
        mine = session.scalar(pending.where(Job.address == whose.address)) or 0
    if whose.course_id is not None:
        theirs = session.scalar(pending.where(Job.course_id == whose.course_id)) or 0
    return mine + theirs // PER_COURSE
