"""The newest submissions of a course, whichever assignment they are for."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.people.access.policy import Action, Caller, require
from submissions.tables import Assignment, AssignmentVersion, Grading, Person, Submission


@dataclass(frozen=True, slots=True)
class CourseSubmission:
    """A submission in the list."""

    submission: Submission
    name: str
    """Of the student."""
    assignment: str
    """Its title."""
    points: Decimal | None
    """Before late penalties; None until it is graded."""
    possible: Decimal | None
    cause: str | None
    """The fault that is shown first."""


def newest(
    session: Session, caller: Caller, course_id: UUID, *, after: UUID | None = None, limit: int
) -> list[CourseSubmission]:
    """The newest first; `after` the last one seen.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see submissions.
    """
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    chosen = (
        select(
            Submission,
            Person.name,
            Assignment.title,
            Grading.points,
            AssignmentVersion.points,
            Grading.cause,
        )
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Person, Person.id == Submission.person_id)
        .outerjoin(Grading, Grading.id == Submission.grading_id)
        .outerjoin(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
        .order_by(Submission.id.desc())
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(Submission.id < after)
    return [CourseSubmission(*row) for row in session.execute(chosen)]
