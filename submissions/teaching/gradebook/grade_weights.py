"""The weights of assignments in the total of their course."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments.draft import POINTS
from submissions.courses.assignments.setting import NumberRange
from submissions.courses.grades.cells import Column, columns
from submissions.errors import NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require

WEIGHTS = NumberRange(0, POINTS.most)


def set_weights(
    session: Session,
    caller: Caller,
    course_id: UUID,
    weights: Mapping[UUID, Decimal | None],
    *,
    now: datetime,
) -> None:
    """The weights by assignment; None: its points. Assignments that are left out keep theirs.

    Raises `Unusable` if a weight cannot be one; the field is the id of the assignment.
    """
    for column in columns_for(session, caller, course_id, weights):
        assignment = column.assignment
        assignment.grade_weight = weights.get(assignment.id, assignment.grade_weight)
    details: dict[str, Any] = {
        str(each): None if weight is None else str(weight) for each, weight in weights.items()
    }
    audit.record(session, caller.known, "weights-set", course_id, now=now, **details)


def usual_weight(session: Session, caller: Caller, course_id: UUID) -> Decimal | None:
    """Return the weight of the latest assignment that has one of its own. None: each weighs its points."""
    require(session, caller, Action.EDIT_GRADES, course_id)
    given = [each.assignment.grade_weight for each in columns(session, course_id)]
    return next((weight for weight in reversed(given) if weight is not None), None)


def columns_for(
    session: Session, caller: Caller, course_id: UUID, weights: Mapping[UUID, Decimal | None]
) -> list[Column]:
    """The assignments of the course, if all these weights can be theirs.

    Raises `Unusable` if a weight cannot be one; the field is the id of the assignment.
    """
    require(session, caller, Action.EDIT_GRADES, course_id)
    found = columns(session, course_id)
    there = {each.assignment.id for each in found}
    for assignment_id, weight in weights.items():
        if assignment_id not in there:
            raise NotFound
        if weight is not None and (why := WEIGHTS.problem(weight)):
            raise Unusable(str(assignment_id), why, **WEIGHTS.limits)
    return found
