"""What the students of a course misunderstand in an assignment."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer
from api.rest._selection import Selected
from api.rest._visit import Visit
from submissions.people.access.policy import Action
from submissions.teaching.figures.causes import submissions_with
from submissions.teaching.figures.class_causes import class_causes

router = APIRouter(tags=["submissions"])


class CauseCount(Answer):
    """One cause: a fault of the catalogue."""

    fault: Annotated[str, Field(validation_alias="cause")]
    now: list[UUID]
    """The selected submissions that have it: one of each student, or several where all are selected."""
    ever: int
    """Students who had it in any graded submission of the selected time."""
    overcome: Annotated[int, Field(validation_alias="overcame")]
    """Students who had it, and had a later graded submission without it."""
    attempts: float | None
    """The median number of attempts from the first with it to the first without; null where there is none."""


class ClassCauses(Answer):
    """The causes in a class. Only active students of the course are counted."""

    students: int
    """Students with a selected submission."""
    passed: int
    """Students with a selected submission that passed everything."""
    causes: list[CauseCount]
    """The one that most students have now first."""


@router.get("/assignments/{assignment_id}/causes")
def get_causes(visit: Visit, assignment_id: UUID, selection: Selected) -> ClassCauses:
    """How many students have each cause, had it, and overcame it. For staff.

    Section, time and attempt are those of the dashboard. How long a cause lasts is counted over all attempts.
    """
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        found = class_causes(session, assignment, selection)
        now = submissions_with(session, assignment, selection)
    counts = [
        CauseCount.of(each, now=now.get(each.cause, []), ever=each.figure.ever) for each in found.causes
    ]
    return ClassCauses.of(found, causes=counts)
