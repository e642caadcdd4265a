"""Takes a file in: the submission, its grading and its job, in one transaction. Or says why not."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.sandbox.base import Source
from submissions.deadlines import Deadlines
from submissions.errors import Closed, NoAttemptsLeft, NotFound, NotWithdrawable, TooSoon
from submissions.insert_once import insert_once
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Extension,
    GradeJob,
    Grading,
    JobState,
    Person,
    State,
    StoredFile,
    Submission,
)
from submissions.work.queue import Queue, Whose, enqueue

_REUSABLE = (State.QUEUED, State.GRADING, State.GRADED)
_NO_ATTEMPT = (State.WITHDRAWN, State.INTERNAL_ERROR)
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Attempts:
    """What a student has left."""

    used: int
    limit: int | None
    next_at: datetime | None
    """When the next may be handed in; None: now."""


def hand_in(
    session: Session,
    queue: Queue,
    assignment: Assignment,
    person_id: UUID,
    source: Source,
    *,
    now: datetime,
) -> Submission:
    """The submission: queued, or with the grading of the same bytes where they were graded before.

    Raises:
        NotOpenYet, Closed, NoAttemptsLeft, TooSoon: if it is not taken.
    """
    _lock(session, person_id)
    extension = session.get(Extension, (assignment.id, person_id))
    if assignment.archived_at is not None:
        raise Closed(assignment.archived_at)
    Deadlines.of(assignment, extension).require_open(now)
    version = current_version(session, assignment)
    submission = _submission(session, assignment.id, person_id, source, now)
    earlier = _same_bytes(session, submission, version)
    if earlier is not None:
        return _reuse(session, submission, earlier)
    attempts = attempts_of(session, assignment, person_id, now=now, extension=extension)
    if attempts.limit is not None and attempts.used >= attempts.limit:
        raise NoAttemptsLeft(attempts.limit)
    if attempts.next_at is not None:
        raise TooSoon(attempts.next_at)
    submission.attempt = attempts.used + 1
    _grade(session, queue, submission, version, assignment.course_id)
    return submission


def try_out(
    session: Session,
    queue: Queue,
    assignment: Assignment,
    source: Source,
    *,
    key_hash: str,
    now: datetime,
    kept: timedelta,
) -> Submission:
    """A submission of nobody, deleted with all that is made of it after some time."""
    submission = _submission(session, assignment.id, None, source, now)
    submission.trial_key_hash = key_hash
    submission.expires_at = now + kept
    _grade(session, queue, submission, current_version(session, assignment), None)
    return submission


def withdraw(session: Session, submission: Submission, *, now: datetime) -> None:
    """Take back a submission that waits. It uses no attempt.

    Raises:
        NotWithdrawable: if it is being graded, or was.
    """
    job = session.scalar(
        select(GradeJob).where(GradeJob.grading_id == submission.grading_id).with_for_update()
    )
    if submission.reused or submission.state != State.QUEUED or job is None or job.state != JobState.WAITING:
        raise NotWithdrawable
    grading = session.get_one(Grading, job.grading_id)
    job.state, job.finished_at = JobState.CANCELLED, now
    grading.state, grading.finished_at = State.WITHDRAWN, now
    move(session, grading.id, State.WITHDRAWN)


def move(session: Session, grading_id: UUID, state: State) -> None:
    """Bring every submission for which a grading counts to a state."""
    for submission in session.scalars(select(Submission).where(Submission.grading_id == grading_id)):
        submission.state = state
        submission.revision += 1


def current_version(session: Session, assignment: Assignment) -> AssignmentVersion:
    """The version that new submissions are graded on.

    Raises:
        NotFound: if it is gone.
    """
    found = session.scalar(
        select(AssignmentVersion).where(
            AssignmentVersion.assignment_id == assignment.id,
            AssignmentVersion.number == assignment.version_number,
        )
    )
    if found is None:
        raise NotFound
    return found


def attempts_of(
    session: Session,
    assignment: Assignment,
    person_id: UUID,
    *,
    now: datetime,
    extension: Extension | None = None,
) -> Attempts:
    """How many attempts a student used, and when the next may come. Our failures use none."""
    counted = (
        Submission.assignment_id == assignment.id,
        Submission.person_id == person_id,
        Submission.attempt > 0,
        Submission.state.not_in(_NO_ATTEMPT),
    )
    used = session.scalar(select(func.count()).where(*counted)) or 0
    last = session.scalar(select(func.max(Submission.created_at)).where(*counted))
    limit = assignment.attempt_limit
    if limit is not None and extension is not None:
        limit += extension.more_attempts
    ready = last + timedelta(seconds=assignment.cooldown_seconds) if last is not None else None
    return Attempts(used, limit, ready if ready is not None and ready > now else None)


def _lock(session: Session, person_id: UUID) -> None:
    """Two files of one student that arrive at once are taken one after the other."""
    session.scalar(select(Person.id).where(Person.id == person_id).with_for_update())


def _submission(
    session: Session, assignment_id: UUID, person_id: UUID | None, source: Source, now: datetime
) -> Submission:
    digest = hashlib.sha256(source.content).hexdigest()
    # Held until the transaction ends, so that it is not deleted with the last trial that has it.
    stored = select(StoredFile.sha256).where(StoredFile.sha256 == digest)
    if session.scalar(stored.with_for_update(read=True, key_share=True)) is None:
        insert_once(session, StoredFile, sha256=digest, content=source.content, size=len(source.content))
    return Submission(
        assignment_id=assignment_id,
        person_id=person_id,
        sha256=digest,
        file_name=source.name[:_LONGEST_NAME],
        state=State.QUEUED,
        created_at=now,
    )


def _same_bytes(session: Session, submission: Submission, version: AssignmentVersion) -> Submission | None:
    """The student's latest submission of the same bytes, graded or to be graded on this version."""
    same = (
        Submission.assignment_id == submission.assignment_id,
        Submission.person_id == submission.person_id,
        Submission.sha256 == submission.sha256,
        Submission.file_name == submission.file_name,
        Submission.state.in_(_REUSABLE),
        Grading.version_id == version.id,
    )
    gradings = select(Grading.id).join(Submission, Submission.grading_id == Grading.id).where(*same)
    # A result that is just being stored is waited for, or waits: it must reach this submission too.
    session.scalars(gradings.order_by(Grading.id).with_for_update(read=True, of=Grading)).all()
    found = select(Submission).join(Grading, Grading.id == Submission.grading_id).where(*same)
    return session.scalar(found.order_by(Submission.id.desc()).limit(1))


def _reuse(session: Session, submission: Submission, earlier: Submission) -> Submission:
    submission.grading_id = earlier.grading_id
    submission.state = earlier.state
    submission.reused = True
    session.add(submission)
    session.flush()
    return submission


def _grade(
    session: Session,
    queue: Queue,
    submission: Submission,
    version: AssignmentVersion,
    course_id: UUID | None,
) -> None:
    session.add(submission)
    session.flush()
    grading = Grading(submission_id=submission.id, version_id=version.id, created_at=submission.created_at)
    session.add(grading)
    session.flush()
    submission.grading_id = grading.id
    enqueue(session, queue, grading, Whose(course_id, submission.person_id))
