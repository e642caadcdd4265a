"""What one student handed in for one assignment, as rows: when, and what became of it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.hints import Rung
from api.words.en.finding import cause
from submissions import submitted
from submissions.deadlines import Deadlines, after_lateness
from submissions.tables import Assignment, AssignmentVersion, Extension, Grading, State, Submission


@dataclass(frozen=True, slots=True)
class Attempt:
    """One submission in the list."""

    submission: Submission
    late_days: int
    points: Decimal | None
    """After what lateness costs; None where there is no result, or it is not shown yet."""
    possible: Decimal | None
    share: float | None
    """Of everything that could be earned."""
    cause: str
    """Empty where there is none, or where as much is not told of causes."""


def attempts(
    session: Session, assignment: Assignment, person_id: UUID, *, now: datetime, extension: Extension | None
) -> list[Attempt]:
    """The newest first."""
    deadlines = Deadlines.of(assignment, extension)
    shown = submitted.shown_by(assignment, deadlines)
    visible = shown is None or now >= shown
    possible = _possible(session, assignment)
    return [
        _attempt(submission, grading if visible else None, assignment, deadlines, possible)
        for submission, grading in submitted.history(session, assignment.id, person_id)
    ]


def _possible(session: Session, assignment: Assignment) -> dict[UUID, Decimal]:
    versions = session.scalars(
        select(AssignmentVersion).where(AssignmentVersion.assignment_id == assignment.id)
    )
    return {version.id: version.points for version in versions}


def _attempt(
    submission: Submission,
    grading: Grading | None,
    assignment: Assignment,
    deadlines: Deadlines,
    possible: dict[UUID, Decimal],
) -> Attempt:
    late = deadlines.days_late(submission.created_at)
    if grading is None or grading.points is None or submission.state != State.GRADED:
        return Attempt(submission, late, None, None, None, "")
    of = possible[grading.version_id]
    points = after_lateness(grading.points, assignment, deadlines, submission.created_at)
    share = float(grading.points / of)
    told = grading.cause if assignment.hint_rung >= Rung.CAUSE else None
    return Attempt(submission, late, points, of, share, cause(told) if told else "")
