"""What the students of a course misunderstand in an assignment."""

from uuid import UUID

from fastapi import APIRouter

from api.rest._caller import Known
from api.rest._model import Answer
from api.web.dependencies import Ours
from submissions.access.policy import Action
from submissions.assignments import assignments
from submissions.watch import class_causes

router = APIRouter(tags=["submissions"])


class CauseCount(Answer):
    """One cause: a fault of the catalogue."""

    fault: str
    now: list[UUID]
    """The latest graded submissions that have it, one of each student."""
    ever: int
    """Students who had it in any graded submission."""
    overcome: int
    """Students who had it, and whose latest graded submission does not."""
    attempts: float | None
    """The median number of attempts from the first with it to the first without; null where there is none."""


class ClassCauses(Answer):
    """The causes in a class. Only active students of the course are counted."""

    students: int
    """Those with a graded submission."""
    passed: int
    """Those whose latest graded submission passed everything."""
    causes: list[CauseCount]
    """The one that most students have now first."""


@router.get("/assignments/{assignment_id}/causes", operation_id="get-causes")
def get_causes(ours: Ours, caller: Known, assignment_id: UUID) -> ClassCauses:
    """How many students have each cause, had it, and overcame it. For staff."""
    with ours.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)
        found = class_causes.causes_of(session, caller, assignment)
    return ClassCauses(
        students=found.students,
        passed=found.passed,
        causes=[
            CauseCount(
                fault=each.cause,
                now=[holder.submission_id for holder in each.now],
                ever=each.ever,
                overcome=each.overcome,
                attempts=each.attempts,
            )
            for each in found.causes
        ],
    )
