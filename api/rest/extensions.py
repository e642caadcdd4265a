"""What staff give to one student: later dates or more attempts, points, and every change of their grade."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer, Given, Items, Line, Moment
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from submissions.courses.assignments import extensions
from submissions.courses.assignments.draft import ATTEMPTS, POINTS
from submissions.courses.assignments.extensions import Grant
from submissions.people.access.policy import Action
from submissions.tables import ChangeReason
from submissions.teaching.gradebook import grade_changes, overrides

router = APIRouter(tags=["grades"])


class Extension(Answer):
    """The extension of one student. It can only move dates later."""

    due_at: datetime | None
    closes_at: datetime | None
    more_attempts: int
    reason: str
    """Only staff see it."""
    created_at: datetime


class StudentExtension(Extension):
    """An extension, and the dates that hold for its student."""

    person_id: UUID
    late_days: int
    """How many late days the student uses here: each moves the due date a day later."""
    late_days_returned: int
    """Late days that cost the budget nothing, because staff gave them back."""
    effective_due_at: datetime | None
    """The due date of the student: with the extension, and with late days."""
    effective_closes_at: datetime | None
    """The time until which the student may submit."""


class NewExtension(Given, json_schema_extra={"examples": [{"more_attempts": 2, "reason": "Ill."}]}):
    """An extension in place of the one that the student may have."""

    due_at: Moment | None = None
    closes_at: Moment | None = None
    more_attempts: Annotated[int, Field(ge=0, le=ATTEMPTS.most)] = 0
    reason: Line | None = None


@router.get("/assignments/{assignment_id}/extensions")
def list_extensions(visit: Visit, paging: Paging, assignment_id: UUID) -> Part[StudentExtension]:
    """List students whose dates differ from the assignment's, by extensions and late days. For staff."""
    with visit.reading(assignment_id, Action.SEE_GRADES) as (session, assignment):
        found = extensions.listed(session, visit.caller, assignment, after=paging.after, limit=paging.more)
        items = [
            StudentExtension.of(extension, effective_due_at=dates.due_at, effective_closes_at=dates.closes_at)
            for extension, dates in found
        ]
    return paging.part(items, [each.person_id for each in items])


@router.put("/assignments/{assignment_id}/people/{person_id}/extension")
def change_extension(visit: Visit, assignment_id: UUID, person_id: UUID, given: NewExtension) -> Extension:
    """Give a student later dates or more attempts."""
    grant = Grant(
        due_at=given.due_at,
        closes_at=given.closes_at,
        more_attempts=given.more_attempts,
        reason=given.reason or "",
    )
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        return Extension.of(
            extensions.give(session, visit.caller, assignment, person_id, grant, now=visit.now())
        )


@router.delete("/assignments/{assignment_id}/people/{person_id}/extension", status_code=204)
def remove_extension(visit: Visit, assignment_id: UUID, person_id: UUID) -> None:
    """End the extension of a student."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        extensions.take_back(session, visit.caller, assignment, person_id, now=visit.now())


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
