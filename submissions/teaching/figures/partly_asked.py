"""Attempts of which not all of the assignment was asked: parts are not applicable to their classes."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments.points import ALL_ASKED
from submissions.tables import Assignment, AttemptFact, Grading, Person, Submission
from submissions.teaching.figures.selection import Selection, attempted, in_class


@dataclass(frozen=True, slots=True)
class PartlyAsked:
    """An attempt of which not everything was asked."""

    person_id: UUID
    name: str
    submission_id: UUID
    asked: Decimal
    """The share of the assignment that was asked, in percent."""
    percent: Decimal
    """Its points in percent, after late penalties: all of them are for what was asked."""


def partly_asked(
    session: Session, assignment: Assignment, selection: Selection, *, limit: int
) -> list[PartlyAsked]:
    """Return the selected attempts with the smallest shares, the smallest first."""
    assert assignment.course_id is not None
    chosen = (
        in_class(
            select(
                AttemptFact.person_id,
                Person.name,
                AttemptFact.submission_id,
                Grading.asked,
                AttemptFact.percent,
            )
            .join(Person, Person.id == AttemptFact.person_id)
            .join(Submission, Submission.id == AttemptFact.submission_id)
            .join(Grading, Grading.id == Submission.grading_id),
            AttemptFact.person_id,
            assignment.course_id,
            selection,
        )
        .where(AttemptFact.assignment_id == assignment.id, Grading.asked < ALL_ASKED, *attempted(selection))
        .order_by(Grading.asked, Person.name, AttemptFact.submission_id)
        .limit(limit)
    )
    return [
        PartlyAsked(person_id, name, submission_id, asked, percent)
        for person_id, name, submission_id, asked, percent in session.execute(chosen)
        if asked is not None
    ]
