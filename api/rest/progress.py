"""How far you are in a course."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer
from api.rest._visit import Visit
from submissions.teaching.gradebook import progress

router = APIRouter(tags=["grades"])


class AttemptProgress(Answer):
    """One graded attempt."""

    submission_id: UUID
    at: datetime
    points: float
    """The points after what lateness costs."""
    suites_passed: Annotated[int | None, Field(validation_alias="passed")]
    """null where the report was deleted."""
    suites_asked: Annotated[int | None, Field(validation_alias="asked")]


class AssignmentProgress(Answer):
    """One assignment."""

    assignment_id: UUID
    title: str
    points: float | None
    """The points that count now; null where nothing is graded, or shown yet."""
    possible: float | None
    overridden: bool
    """A person gave these points."""
    overcome: list[str]
    """Faults of earlier attempts that the latest one does not have."""
    open: list[str]
    """Faults of the latest attempt."""
    attempts: list[AttemptProgress]
    """The first first; of a course at most the latest hundred."""


class Progress(Answer):
    """Your own progress in a course."""

    assignments: list[AssignmentProgress]


@router.get("/courses/{course_id}/progress")
def get_own_progress(visit: Visit, course_id: UUID) -> Progress:
    """Your grades and attempts in a course, and which faults you have overcome. Nobody else's."""
    with visit.database.read() as session:
        found = progress.progress(session, visit.caller, course_id, now=visit.now())
    return Progress(assignments=[_document(each) for each in found])


def _document(found: progress.AssignmentProgress) -> AssignmentProgress:
    grade = found.grade
    return AssignmentProgress.of(
        found,
        assignment_id=found.assignment.id,
        title=found.assignment.title,
        points=grade and grade.points,
        possible=grade and grade.possible,
        overridden=grade is not None and grade.overridden,
    )
