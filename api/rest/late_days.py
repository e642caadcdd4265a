"""The late days of a student: a budget of the course, spent on assignments that accept them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer, Given, Line
from api.rest._visit import Visit
from submissions.courses.assignments import late_days
from submissions.courses.courses.courses import MOST_LATE_DAYS
from submissions.people.access.policy import Action

router = APIRouter(tags=["assignments"])


class OwnLateDays(Answer):
    """Your late days, as far as an assignment needs them."""

    budget: int
    """The late days of the course, for all assignments together."""
    left: int
    used: int
    """The late days on this assignment: your due date is later by as many days."""
    usable: int
    """The most late days that you can use on this assignment."""
    next_due_at: datetime | None
    """Your due date with one more; null where you can use no more now."""
    returned: int
    """The used late days that cost nothing of the budget, because course staff gave them back."""
    reason: str
    """Why they did."""


class LateDaysUsed(Given, json_schema_extra={"examples": [{"days": 1}]}):
    """How many late days you use on an assignment."""

    days: Annotated[int, Field(ge=0, le=MOST_LATE_DAYS)]


class LateDaysOfStudent(Answer):
    """The late days of a student, as far as an assignment needs them."""

    left: int
    """The late days left of the course's budget."""
    used: int
    """The late days used on this assignment."""
    returned: int
    """The late days used here that cost nothing of the budget."""
    reason: str


class LateDaysReturned(Given, json_schema_extra={"examples": [{"days": 1, "reason": "The network failed."}]}):
    """How many of the late days that a student uses here go back to the budget, and why."""

    days: Annotated[int, Field(ge=0, le=MOST_LATE_DAYS)]
    """The late days to give back, in place of those given back before; 0 undoes it."""
    reason: Line | None = None
    """Required where days are given back. The student reads it."""


@router.get("/assignments/{assignment_id}/late-days")
def get_late_days(visit: Visit, assignment_id: UUID) -> OwnLateDays:
    """Your late days; all numbers are 0 where the course or the assignment has none."""
    with visit.reading(assignment_id) as (session, assignment):
        return _document(late_days.of(session, visit.caller, assignment, now=visit.now()))


@router.put("/assignments/{assignment_id}/late-days")
def use_late_days(visit: Visit, assignment_id: UUID, used: LateDaysUsed) -> OwnLateDays:
    """Set how many late days you use on this assignment."""
    with visit.changing(assignment_id, Action.SUBMIT) as (session, assignment):
        late_days.use(session, visit.caller, assignment, used.days, now=visit.now())
        return _document(late_days.of(session, visit.caller, assignment, now=visit.now()))


@router.put("/assignments/{assignment_id}/people/{person_id}/late-days")
def change_late_days(
    visit: Visit, assignment_id: UUID, person_id: UUID, given: LateDaysReturned
) -> LateDaysOfStudent:
    """Give late days back to a student, whose due date stays where they moved it. For staff."""
    with visit.changing(assignment_id, Action.EDIT_GRADES) as (session, assignment):
        has = late_days.give_back(
            session, visit.caller, assignment, person_id, given.days, given.reason or "", now=visit.now()
        )
    return LateDaysOfStudent.of(has)


def _document(has: late_days.LateDays | None) -> OwnLateDays:
    if has is None:
        return OwnLateDays(budget=0, left=0, used=0, usable=0, next_due_at=None, returned=0, reason="")
    return OwnLateDays.of(has)
