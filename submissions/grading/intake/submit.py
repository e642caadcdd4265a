"""Takes a file in: the submission, its grading and its job, in one transaction. Or says why not."""

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.sandbox.plays import Source
from submissions.courses.assignments.points import current_version
from submissions.courses.grades import changes
from submissions.courses.grades.deadlines import Deadlines
from submissions.courses.groups.membership import others
from submissions.courses.shared import first_row
from submissions.errors import (
    Closed,
    NoAttemptsLeft,
    NoRoom,
    NotAllowed,
    NotOpenYet,
    NotWithdrawable,
    TooSoon,
)
from submissions.grading.intake.attempts import attempts_of
from submissions.grading.intake.group_rows import add_rows
from submissions.grading.intake.source import Refused, is_graphs
from submissions.grading.work.queue import INTERACTIVE, REGRADE, TRIAL, Whose, enqueue, job_of
from submissions.grading.work.results import move
from submissions.people.access.policy import Action, Caller, Scope, Viewer, require_in, require_scope
from submissions.storage import stored_files
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Extension,
    Grading,
    JobState,
    Person,
    State,
    StoredFile,
    Submission,
)

_REUSABLE = (State.QUEUED, State.GRADING, State.GRADED, State.REFUSED)


def submit(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    source: Source,
    *,
    most_bytes: int = 0,
    now: datetime,
) -> Submission:
    """The submission: queued, or with the grading of the same bytes where they were graded before.

    It is that of the caller; in a group, the other members get theirs with it. All files of a student in the
    course have `most_bytes` together; with 0, as many as they like.

    Raises:
        NotOpenYet, Closed, NoAttemptsLeft, TooSoon, NoRoom: if it is not taken.
        Refused: if it is a file of graphs, and nothing is hunted here.
    """
    require_in(session, caller, Action.SUBMIT, assignment)
    person_id = caller.known
    members = others(session, assignment, person_id)
    _lock(session, [person_id, *(each.id for each in members)])
    extension = session.get(Extension, (assignment.id, person_id))
    _require_open(assignment, Deadlines.of(assignment, extension), now)
    version = current_version(session, assignment)
    if is_graphs(source.name) and not version.hunted:
        raise Refused("wrong-type", source.name)
    submission = _submission(session, assignment.id, person_id, source, now)
    earlier = _same_bytes(session, submission, version)
    if earlier is not None:
        _reuse(session, submission, earlier)
        copies = add_rows(session, assignment, submission, members)
        changes.submitted_again(session, assignment, [submission, *copies])
        return submission
    submission.attempt = _next_attempt(session, assignment, person_id, now)
    if most_bytes:
        _require_room(session, assignment, submission, len(source.content), most=most_bytes)
    _queue(session, submission, version, Whose(assignment.course_id, person_id))
    add_rows(session, assignment, submission, members)
    return submission


def try_out(
    session: Session,
    assignment: Assignment,
    source: Source,
    *,
    key_hash: str,
    address: str | None = None,
    now: datetime,
    kept: timedelta,
) -> Submission:
    """Make a submission without an owner, which is deleted after some time with all its results."""
    submission = _submission(session, assignment.id, None, source, now)
    submission.trial_key_hash = key_hash
    submission.expires_at = now + kept
    _queue(session, submission, current_version(session, assignment), Whose(address=address), TRIAL)
    return submission


def try_in_course(
    session: Session, copy: Assignment, source: Source, course_id: UUID, *, now: datetime
) -> Submission:
    """A submission of nobody to the copy of an assignment, graded in the turn of its course's re-grades."""
    submission = _submission(session, copy.id, None, source, now)
    version = current_version(session, copy)
    _queue(session, submission, version, Whose(course_id=course_id), REGRADE)
    return submission


def withdraw(session: Session, caller: Caller, submission: Submission, *, now: datetime) -> None:
    """Withdraw a waiting submission of the caller, for all members of its group. It uses no attempt.

    Raises:
        ScopeMissing, NotAllowed: if the caller may not.
        NotWithdrawable: if it is being graded, or was.
    """
    require_scope(caller, Scope.SUBMISSIONS_WRITE)
    if submission.person_id != caller.known:
        raise NotAllowed
    job = job_of(session, submission, lock=True)
    if submission.reused or submission.state != State.QUEUED or job is None or job.state != JobState.WAITING:
        raise NotWithdrawable
    grading = session.get_one(Grading, job.grading_id)
    if grading.submission_id != first_row(submission):  # it was submitted before they came into the group
        raise NotWithdrawable
    job.state, job.finished_at = JobState.CANCELLED, now
    grading.state, grading.finished_at = State.WITHDRAWN, now
    move(session, grading.id, State.WITHDRAWN)


def is_open(viewer: Viewer, assignment: Assignment, deadlines: Deadlines, *, now: datetime) -> bool:
    """Whether the viewer may submit here, and the dates that hold for them allow it now."""
    if not viewer.may_in(Action.SUBMIT, assignment):
        return False
    try:
        _require_open(assignment, deadlines, now)
    except (Closed, NotOpenYet):
        return False
    return True


def _require_open(assignment: Assignment, deadlines: Deadlines, now: datetime) -> None:
    """Raise `Closed` or `NotOpenYet` where nothing is taken now."""
    if assignment.archived_at is not None:
        raise Closed(assignment.archived_at)
    deadlines.require_open(now)


def _next_attempt(session: Session, assignment: Assignment, person_id: UUID, now: datetime) -> int:
    """Return the number of the student's next attempt. Raises `NoAttemptsLeft`, or `TooSoon`."""
    attempts = attempts_of(session, assignment, person_id, now=now)
    if attempts.limit is not None and attempts.is_over:
        raise NoAttemptsLeft(attempts.limit)
    if attempts.next_at is not None:
        raise TooSoon(attempts.next_at, timedelta(seconds=assignment.cooldown_seconds))
    return attempts.used + 1


def _lock(session: Session, people: Collection[UUID]) -> None:
    """Two files of one student, or of one group, that arrive at once are taken one after the other."""
    chosen = select(Person.id).where(Person.id.in_(people)).order_by(Person.id)
    session.scalars(chosen.with_for_update()).all()


def _submission(
    session: Session, assignment_id: UUID, person_id: UUID | None, source: Source, now: datetime
) -> Submission:
    digest = hashlib.sha256(source.content).hexdigest()
    # Held until the transaction ends, so that it is not deleted with the last trial that has it.
    stored = select(StoredFile.sha256, StoredFile.deleted_at).where(StoredFile.sha256 == digest)
    row = session.execute(stored.with_for_update(read=True, key_share=True)).one_or_none()
    if row is None:
        stored_files.insert(session, source.content)
    elif row.deleted_at is not None:
        stored_files.restore(session, source.content)
    return Submission(
        assignment_id=assignment_id,
        person_id=person_id,
        sha256=digest,
        file_name=source.name,
        class_name=source.class_name,
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
        Submission.class_name == submission.class_name,
        Submission.state.in_(_REUSABLE),
        Grading.version_id == version.id,
    )
    gradings = select(Grading.id).join(Submission, Submission.grading_id == Grading.id).where(*same)
    # A result that is just being stored is waited for, or waits: it must reach this submission too.
    session.scalars(gradings.order_by(Grading.id).with_for_update(read=True, of=Grading)).all()
    query = select(Submission).join(Grading, Grading.id == Submission.grading_id).where(*same)
    return session.scalar(query.order_by(Submission.id.desc()).limit(1))


def _reuse(session: Session, submission: Submission, earlier: Submission) -> None:
    submission.grading_id = earlier.grading_id
    submission.state = earlier.state
    submission.reused = True
    session.add(submission)
    session.flush()


def _queue(
    session: Session,
    submission: Submission,
    version: AssignmentVersion,
    whose: Whose,
    base: int = INTERACTIVE,
) -> None:
    session.add(submission)
    session.flush()
    grading = Grading(submission_id=submission.id, version_id=version.id, created_at=submission.created_at)
    session.add(grading)
    session.flush()
    submission.grading_id = grading.id
    enqueue(session, grading, whose, base)


def _require_room(
    session: Session, assignment: Assignment, submission: Submission, size: int, *, most: int
) -> None:
    """Check that a file of this size can be kept too. Raises `NoRoom` if not."""
    theirs = (
        select(Submission.sha256)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Submission.person_id == submission.person_id, Assignment.course_id == assignment.course_id)
    )
    if session.scalar(theirs.where(Submission.sha256 == submission.sha256).limit(1)) is not None:
        return
    used = session.scalar(select(func.sum(StoredFile.size)).where(StoredFile.sha256.in_(theirs))) or 0
    if used + size > most:
        raise NoRoom(most, used)
