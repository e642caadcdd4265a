"""Grades again one submission, or all that we failed to grade. It counts from the moment it is done.

A whole class is graded again on trial first: `regrade_runs`.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, exists, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.courses.assignments.points import current_version
from submissions.courses.shared import counts_for_student, is_graded_row
from submissions.errors import Unusable
from submissions.grading.work.queue import REGRADE, Whose, enqueue, enqueue_all
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require_in
from submissions.storage.database import Database
from submissions.tables import (
    IS_STUDENT,
    UNFINISHED,
    Assignment,
    AssignmentVersion,
    Enrolment,
    Grading,
    GradingReason,
    Job,
    JobState,
    State,
    StoredFile,
    Submission,
)

_BATCH = 100
_FINISHED = (State.GRADED, State.REFUSED, State.INTERNAL_ERROR)


class RegradeBatch(Frozen):
    """Some submissions that we failed to grade, put into the queue."""

    queued: int
    after: UUID | None
    """Where to go on; None: all are in the queue."""


def outdated(session: Session, caller: Caller, assignment: Assignment) -> int:
    """Active students with a graded submission that no regrade has brought to the current version."""
    course_id = require_in(session, caller, Action.SEE_GRADES, assignment)
    found = session.scalar(
        select(func.count(Submission.person_id.distinct()))
        .join(Grading, Grading.id == Submission.grading_id)
        .join(Enrolment, Enrolment.person_id == Submission.person_id)
        .where(
            Submission.assignment_id == assignment.id,
            Submission.state == State.GRADED,
            Grading.version_id != current_version(session, assignment).id,
            Enrolment.course_id == course_id,
            IS_STUDENT,
        )
    )
    return found or 0


class RegradeProgress(Frozen):
    """How far the re-grades of an assignment are, and how many submissions would gain from one."""

    waiting: int
    outdated: int
    """The submissions of active students that were graded on another version than the current one."""
    failed: int
    """Submissions that we could not grade."""


def one(session: Session, caller: Caller, submission: Submission, *, now: datetime) -> Grading:
    """Put one submission into the queue again. Raises `Unusable` if it waits, or was taken back."""
    assignment = session.get_one(Assignment, submission.assignment_id)
    course_id = require_in(session, caller, Action.EDIT_GRADES, assignment)
    version = current_version(session, assignment)
    origin = session.scalar(
        select(Submission)
        .join(Grading, Grading.submission_id == Submission.id)
        .where(Grading.id == submission.grading_id, gradable(version))
    )
    if origin is None:
        raise Unusable("submission", "not-gradable-again")
    grading = again(origin, version, GradingReason.REGRADE, now)
    session.add(grading)
    session.flush()
    enqueue(session, grading, Whose(course_id, origin.person_id), REGRADE)
    audit.record_about(
        session,
        caller.known,
        "regrade",
        assignment,
        submission.person_id,
        now=now,
        submission=str(submission.id),
    )
    return grading


def failed(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    *,
    after: UUID | None = None,
    now: datetime,
) -> RegradeBatch:
    """Put what we failed to grade into the queue, a batch a transaction: nobody who submits waits for all.

    What is in the queue for this version already is left out: asking again begins where it was left.
    """
    course_id = require_in(session, caller, Action.EDIT_GRADES, assignment)
    version = current_version(session, assignment)
    chosen = (
        select(Submission)
        .where(
            Submission.assignment_id == assignment.id,
            Submission.state == State.INTERNAL_ERROR,
            is_graded_row(),
            gradable(version),
        )
        .order_by(Submission.id)
        .limit(_BATCH)
    )
    if after is not None:
        chosen = chosen.where(Submission.id > after)
    submissions = list(session.scalars(chosen))
    gradings = [again(each, version, GradingReason.REGRADE, now) for each in submissions]
    session.add_all(gradings)
    session.flush()
    waiting = [(grading, each.person_id) for grading, each in zip(gradings, submissions, strict=True)]
    enqueue_all(session, course_id, waiting, REGRADE)
    return RegradeBatch(len(submissions), submissions[-1].id if len(submissions) == _BATCH else None)


def all_failed(database: Database, caller: Caller, assignment_id: UUID, now: Callable[[], datetime]) -> int:
    """Queue all batches; return how many submissions there were."""
    with database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_GRADES)
    batch = RegradeBatch(0, None)
    queued, more = 0, True
    while more:
        with database.begin() as session:
            batch = failed(session, caller, assignment, after=batch.after, now=now())
        queued, more = queued + batch.queued, batch.after is not None
    with database.begin() as session:
        require_in(session, caller, Action.EDIT_GRADES, assignment)
        audit.record_about(
            session, caller.known, "regrade-failed", assignment, None, now=now(), queued=queued
        )
    return queued


def progress(session: Session, caller: Caller, assignment: Assignment) -> RegradeProgress:
    """Where the re-grades of an assignment stand, at a cost by what is pending and not by the class."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    pending = _jobs(assignment, JobState.WAITING, JobState.RUNNING).where(
        Grading.reason == GradingReason.REGRADE
    )
    failed = _jobs(assignment, JobState.GIVEN_UP).where(
        Submission.grading_id == Grading.id, Submission.state == State.INTERNAL_ERROR
    )
    row = session.execute(select(pending.scalar_subquery(), failed.scalar_subquery())).one()
    return RegradeProgress(row[0], _outdated(session, assignment), row[1])


def _jobs(assignment: Assignment, *states: JobState) -> Select[int]:
    """Counts jobs of an assignment, found by their states."""
    return (
        select(func.count())
        .select_from(Job)
        .join(Grading, Grading.id == Job.grading_id)
        .join(Submission, Submission.id == Grading.submission_id)
        .where(
            Job.state.in_(states),
            Job.course_id == assignment.course_id,
            Submission.assignment_id == assignment.id,
        )
    )


def _outdated(session: Session, assignment: Assignment) -> int:
    if assignment.version_number == 1 or assignment.course_id is None:
        return 0
    chosen = (
        select(func.count())
        .select_from(AssignmentVersion)
        .join(Grading, Grading.version_id == AssignmentVersion.id)
        .join(Submission, Submission.id == Grading.submission_id)
        .where(
            AssignmentVersion.assignment_id == assignment.id,
            AssignmentVersion.number != assignment.version_number,
            Submission.grading_id == Grading.id,
            Submission.state.in_(_FINISHED),
            counts_for_student(assignment.course_id),
        )
    )
    return session.scalar(chosen) or 0


def gradable(version: AssignmentVersion) -> ColumnElement[bool]:
    """Return the condition that a submission was graded, or we failed to, and can be graded again."""
    waits = select(Grading.submission_id).where(
        Grading.version_id == version.id,
        Grading.state.in_(UNFINISHED),
        Grading.reason != GradingReason.DRY_RUN,
    )
    return and_(Submission.state.in_(_FINISHED), Submission.id.not_in(waits), ~file_is_gone())


def file_is_gone() -> ColumnElement[bool]:
    """Return the condition that a submission's file was deleted, so that it cannot be graded again."""
    return exists().where(StoredFile.sha256 == Submission.sha256, StoredFile.deleted_at.is_not(None))


def again(
    submission: Submission, version: AssignmentVersion, reason: GradingReason, now: datetime
) -> Grading:
    """Another grading of a submission."""
    return Grading(submission_id=submission.id, version_id=version.id, reason=reason, created_at=now)
