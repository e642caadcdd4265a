"""The late days of a student: a budget of the course, spent on assignments that accept them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from api.rest._caller import Known
from api.rest._model import Answer, Given
from api.web.dependencies import Ours
from submissions.access.policy import Action
from submissions.assignments import assignments, late_days
from submissions.courses.courses import MOST_LATE_DAYS

router = APIRouter(tags=["assignments"])


class OwnLateDays(Answer):
    """Your late days, as far as an assignment needs them."""

    budget: int
    """Of the course, for all assignments together."""
    left: int
    used: int
    """On this assignment: your due date is later by as many days."""
    usable: int
    """On this assignment, at most."""
    next_due_at: datetime | None
    """Your due date with one more; null where you can use no more now."""


class LateDaysUsed(Given):
    """How many late days you use on an assignment."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"days": 1}]})

    days: Annotated[int, Field(ge=0, le=MOST_LATE_DAYS)]


@router.get("/assignments/{assignment_id}/late-days", operation_id="get-late-days")
def get_late_days(ours: Ours, caller: Known, assignment_id: UUID) -> OwnLateDays:
    """Your late days; all numbers are 0 where the course or the assignment has none."""
    with ours.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id)
        return _shown(late_days.of(session, caller, assignment, now=ours.now()))


@router.put("/assignments/{assignment_id}/late-days", operation_id="use-late-days")
def use_late_days(ours: Ours, caller: Known, assignment_id: UUID, used: LateDaysUsed) -> OwnLateDays:
    """Set how many late days you use on this assignment."""
    with ours.database.begin() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SUBMIT)
        late_days.use(session, caller, assignment, used.days, now=ours.now())
        return _shown(late_days.of(session, caller, assignment, now=ours.now()))


def _shown(has: late_days.LateDays | None) -> OwnLateDays:
    if has is None:
        return OwnLateDays(budget=0, left=0, used=0, usable=0, next_due_at=None)
    return OwnLateDays(
        budget=has.budget, left=has.left, used=has.used, usable=has.usable, next_due_at=has.next_due_at
    )
