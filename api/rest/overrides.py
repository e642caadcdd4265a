"""What staff give to one student: points in place of what was graded, and every change of their grade."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer, Given, Items, Line
from api.rest._visit import Visit
from submissions.courses.assignments.draft import POINTS
from submissions.people.access.policy import Action
from submissions.tables import ChangeReason
from submissions.teaching.gradebook import grade_changes, overrides

router = APIRouter(tags=["grades"])


class Override(Answer):
    """Points that a person set; they count in place of graded points."""

    points: float
    reason: str
    created_at: datetime


class NewOverride(Given, json_schema_extra={"examples": [{"points": 80, "reason": "Shown in the lab."}]}):
    """The points of a student, and the reason, which they read."""

    points: Annotated[float, Field(ge=0, le=POINTS.most)]
    reason: Line


class GradeChange(Answer):
    """One change of a grade, as its student reads it."""

    why: ChangeReason
    reason: str
    submission_id: UUID | None
    """The attempt whose points changed; null where it is the grade in the assignment."""
    before: float | None
    after: float | None
    at: datetime


class GradeChangeList(Items[GradeChange]):
    """The latest come first."""


@router.put("/assignments/{assignment_id}/people/{person_id}/override")
def change_override(visit: Visit, assignment_id: UUID, person_id: UUID, given: NewOverride) -> Override:
    """Set the grade of a student. They read the reason and get a notice."""
    points = round(Decimal(str(given.points)), 4)
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        made = overrides.give(
            session, visit.caller, assignment, person_id, points, given.reason, now=visit.now()
        )
        return Override.of(made)


@router.delete("/assignments/{assignment_id}/people/{person_id}/override", status_code=204)
def remove_override(visit: Visit, assignment_id: UUID, person_id: UUID) -> None:
    """Let the graded points count again. The student gets a notice."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        overrides.take_back(session, visit.caller, assignment, person_id, now=visit.now())


@router.get("/assignments/{assignment_id}/people/{person_id}/grade-changes")
def list_grade_changes(visit: Visit, assignment_id: UUID, person_id: UUID) -> GradeChangeList:
    """How the grade of a student changed, and why. For staff."""
    with visit.reading(assignment_id, Action.SEE_GRADES) as (session, assignment):
        found = grade_changes.changes_of(session, visit.caller, assignment, person_id)
    return GradeChangeList(items=[GradeChange.of(each) for each in found])
