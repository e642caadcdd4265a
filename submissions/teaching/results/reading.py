"""Submissions and their files, read by who submitted them and by the staff of the course."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from submissions.courses import shared
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Deleted, NotFound
from submissions.grading.work.queue import ahead, job_of
from submissions.people.access import places, policy
from submissions.people.access.policy import Action, Caller, Scope, Viewer, require, require_in, require_scope
from submissions.storage import stored_files
from submissions.tables import Assignment, Extension, Grading, Person, State, Submission
from submissions.teaching.results.ordering import OF_STAFF, SubmissionOrder, in_order

_NEWEST = SubmissionOrder()


def get(session: Session, caller: Caller, submission_id: UUID) -> Submission:
    """Return a submission of the caller's, or of a course of which they are staff."""
    caller.require_signed_in()
    submission = _read(session, caller, submission_id)
    if submission is None or submission.person_id is None:
        raise NotFound
    viewer = policy.viewer(session, caller, _course(session, submission))
    if submission.person_id == caller.person_id:
        viewer.require(Action.SEE_OWN_SUBMISSION)
        return submission
    require_scope(caller, Scope.SUBMISSIONS_READ)
    if not viewer.may(Action.SEE_SUBMISSIONS):
        raise NotFound
    return submission


def _read(session: Session, caller: Caller, submission_id: UUID) -> Submission | None:
    if places.is_loaded(session, Submission, submission_id):
        return session.get(Submission, submission_id)
    chosen = (
        select(Submission, Assignment, Person)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .outerjoin(Person, Person.id == Submission.person_id)
        .where(Submission.id == submission_id)
    )
    row = places.with_place(session, chosen, Assignment.course_id, caller.person_id)
    return None if row is None else row.Submission


def own_id_of(session: Session, caller: Caller, submission_id: UUID) -> UUID | None:
    """Return the id by which the caller has a submission of their group, if they do."""
    found = session.get(Submission, submission_id)
    if found is None or caller.person_id is None:
        return None
    row = shared.row_of(session, found, caller.person_id)
    return row.id if row.person_id == caller.person_id else None


def its_student(session: Session, caller: Caller, submission_id: UUID) -> Caller:
    """Return a caller with the student's eyes, so that staff of the course see what the student sees."""
    submission = get(session, caller, submission_id)
    require(session, caller, Action.SEE_SUBMISSIONS, _course(session, submission))
    return Caller(submission.person_id)


def its_dates(session: Session, student: Caller, submission_id: UUID) -> Deadlines:
    """Return the deadlines of a student's submission.

    Raises `NotSignedIn`, `NotFound` or `ScopeMissing` if it is not the student's.
    """
    assignment = session.get_one(Assignment, get(session, student, submission_id).assignment_id)
    return Deadlines.of(assignment, session.get(Extension, (assignment.id, student.known)))


def listed(
    session: Session,
    caller: Caller,
    assignment_id: UUID,
    order: SubmissionOrder = _NEWEST,
    *,
    person_id: UUID | None = None,
    after: UUID | None = None,
    limit: int | None = 50,
) -> list[Submission]:
    """Submissions of an assignment, newest first: of a person, or all for staff and one's own for others."""
    assignment, chosen = _chosen(session, caller, assignment_id, person_id)
    if order != _NEWEST:
        return _sorted(session, caller, assignment, chosen, order, after, limit)
    newest = chosen.with_only_columns(Submission).order_by(Submission.id.desc()).limit(limit)
    return list(session.scalars(newest if after is None else newest.where(Submission.id < after)))


def own(session: Session, viewer: Viewer, assignment: Assignment) -> list[Submission]:
    """Return all that the viewer submitted for an assignment, the newest first."""
    viewer.require_in(Action.SEE_OWN_SUBMISSION, assignment)
    theirs = select(Submission).where(
        Submission.assignment_id == assignment.id, Submission.person_id == viewer.caller.known
    )
    return list(session.scalars(theirs.order_by(Submission.id.desc())))


def _sorted(
    session: Session,
    caller: Caller,
    assignment: Assignment,
    chosen: Select[UUID],
    order: SubmissionOrder,
    after: UUID | None,
    limit: int | None,
) -> list[Submission]:
    """List submissions in another order; staff alone may sort by what results say."""
    if order.by in OF_STAFF:
        require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    joined = chosen.join(Person, Person.id == Submission.person_id)
    graded = joined.outerjoin(Grading, Grading.id == Submission.grading_id)
    ids = in_order(session, assignment, graded, order)
    if after is not None and after not in ids:
        raise NotFound
    shown = ids[0 if after is None else ids.index(after) + 1 :][:limit]
    found = {each.id: each for each in session.scalars(select(Submission).where(Submission.id.in_(shown)))}
    return [found[id_] for id_ in shown]


def _chosen(
    session: Session, caller: Caller, assignment_id: UUID, person_id: UUID | None
) -> tuple[Assignment, Select[UUID]]:
    """The assignment, and the ids of its submissions that the caller may list."""
    assignment = session.get(Assignment, assignment_id)
    if assignment is None or assignment.course_id is None:
        raise NotFound
    viewer = policy.viewer_in(session, caller, assignment)
    if person_id is None and not viewer.may(Action.SEE_SUBMISSIONS):
        person_id = caller.known
    own = person_id is not None and person_id == caller.person_id
    viewer.require(Action.SEE_OWN_SUBMISSION if own else Action.SEE_SUBMISSIONS)
    chosen = select(Submission.id).where(Submission.assignment_id == assignment_id)
    return assignment, chosen if person_id is None else chosen.where(Submission.person_id == person_id)


def content(session: Session, submission: Submission) -> bytes:
    """The bytes that were handed in. Raises `Deleted` if they were kept for as long as files are."""
    found = stored_files.read(session, [submission.sha256])
    if submission.sha256 not in found:
        raise Deleted
    return found[submission.sha256]


def contents(session: Session, submissions: Collection[Submission]) -> dict[str, bytes]:
    """Return bytes by SHA-256, of submissions whose file still exists, in one query."""
    return stored_files.read(session, {each.sha256 for each in submissions})


def place(session: Session, submission: Submission) -> int | None:
    """How many are graded before it; None where it does not wait."""
    if submission.state != State.QUEUED:
        return None
    job = job_of(session, submission)
    return None if job is None else ahead(session, job)


def _course(session: Session, submission: Submission) -> UUID:
    course_id = session.get_one(Assignment, submission.assignment_id).course_id
    if course_id is None:
        raise NotFound
    return course_id
