"""What was handed in, read again: by its owner, and by the staff of its course."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from grader.report import Report
from submissions.deadlines import Deadlines
from submissions.errors import NotFound
from submissions.policy import Action, Caller, Scope, may, require, require_scope
from submissions.tables import (
    Assignment,
    Extension,
    GradeJob,
    Grading,
    Shown,
    State,
    StoredFile,
    Submission,
)
from submissions.work.queue import ahead


def get(session: Session, caller: Caller, submission_id: UUID) -> Submission:
    """A submission of the caller's, or of a course of which they are staff.

    Raises:
        NotSignedIn, NotFound, ScopeMissing: if not.
    """
    _ = caller.known
    submission = session.get(Submission, submission_id)
    if submission is None or submission.person_id is None:
        raise NotFound
    course_id = _course(session, submission)
    if submission.person_id == caller.person_id:
        require(session, caller, Action.SEE_OWN_SUBMISSION, course_id)
        return submission
    require_scope(caller, Scope.SUBMISSIONS_READ)
    if not may(session, caller, Action.SEE_SUBMISSIONS, course_id):
        raise NotFound
    return submission


def listed(
    session: Session,
    caller: Caller,
    assignment_id: UUID,
    *,
    person_id: UUID | None = None,
    after: UUID | None = None,
    limit: int = 50,
) -> list[Submission]:
    """Submissions of an assignment, the newest first: one's own, or with the rights of staff anybody's.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if not.
    """
    assignment = session.get(Assignment, assignment_id)
    if assignment is None or assignment.course_id is None:
        raise NotFound
    own = person_id is not None and person_id == caller.person_id
    action = Action.SEE_OWN_SUBMISSION if own else Action.SEE_SUBMISSIONS
    require(session, caller, action, assignment.course_id)
    chosen = select(Submission).where(Submission.assignment_id == assignment_id)
    if person_id is not None:
        chosen = chosen.where(Submission.person_id == person_id)
    if after is not None:
        chosen = chosen.where(Submission.id < after)
    return list(session.scalars(chosen.order_by(Submission.id.desc()).limit(limit)))


def history(
    session: Session, assignment_id: UUID, person_id: UUID
) -> list[tuple[Submission, Grading | None]]:
    """All that one student handed in for an assignment, the newest first, each with what counts of it."""
    rows = session.execute(
        select(Submission, Grading)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .where(Submission.assignment_id == assignment_id, Submission.person_id == person_id)
        .order_by(Submission.id.desc())
    )
    return [(submission, grading) for submission, grading in rows]


def grading(session: Session, submission: Submission) -> Grading | None:
    """The grading that counts, with its report; None before there is one."""
    if submission.grading_id is None:
        return None
    return session.get(Grading, submission.grading_id, options=[undefer(Grading.report)])


def report(session: Session, submission: Submission) -> Report | None:
    """The report that counts; None where there is none yet."""
    found = grading(session, submission)
    if found is None or found.report is None or submission.state != State.GRADED:
        return None
    return Report.model_validate_json(found.report)


def content(session: Session, submission: Submission) -> bytes:
    """The bytes that were handed in."""
    stored = session.get_one(StoredFile, submission.sha256, options=[undefer(StoredFile.content)])
    return stored.content


def place(session: Session, submission: Submission) -> int | None:
    """How many are graded before it; None where it does not wait."""
    if submission.state != State.QUEUED:
        return None
    job = session.scalar(select(GradeJob).where(GradeJob.grading_id == submission.grading_id))
    return None if job is None else ahead(session, job)


def may_see_result(session: Session, caller: Caller, submission: Submission, now: datetime) -> bool:
    """Whether the result is shown to this caller by now: to staff always, to students as was set."""
    assignment = session.get_one(Assignment, submission.assignment_id)
    if assignment.course_id is None or may(session, caller, Action.SEE_SUBMISSIONS, assignment.course_id):
        return True
    shown = shown_from(session, assignment, submission.person_id)
    return shown is None or now >= shown


def shown_from(session: Session, assignment: Assignment, person_id: UUID | None) -> datetime | None:
    """From when on a student sees results; None: at once."""
    extension = session.get(Extension, (assignment.id, person_id)) if person_id else None
    return shown_by(assignment, Deadlines.of(assignment, extension))


def shown_by(assignment: Assignment, deadlines: Deadlines) -> datetime | None:
    """From when on a student with these dates sees results; None: at once."""
    match Shown(assignment.shown):
        case Shown.AT_ONCE:
            return None
        case Shown.AFTER_DUE:
            return deadlines.due_at
        case Shown.AFTER_CLOSE:
            return deadlines.closes_at


def _course(session: Session, submission: Submission) -> UUID:
    course_id = session.get_one(Assignment, submission.assignment_id).course_id
    if course_id is None:
        raise NotFound
    return course_id
