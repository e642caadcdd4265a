"""Equal work in an assignment: a hint to look, never a charge."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Answer
from api.rest._visit import Visit
from submissions.people.access.policy import Action
from submissions.teaching.watch import equal_work
from submissions.teaching.watch.equal_work import Likeness

router = APIRouter(tags=["submissions"])


class EqualSubmission(Answer):
    """One student of a group."""

    person_id: UUID
    submission_id: UUID
    """The first one that is like the others'."""


class EqualGroup(Answer):
    """Students whose work is the same, the first to submit it first."""

    likeness: Likeness
    """`file`: every byte; `code`: after renaming and reformatting."""
    functions: int
    """Functions that are the same and not common."""
    submissions: Annotated[list[EqualSubmission], Field(validation_alias="students")]


class EqualWork(Answer):
    """The equal work that was found."""

    compared: int
    """Students whose code was compared."""
    common: Annotated[int, Field(validation_alias="commonplace")]
    """Functions that were left out: the starter or many students have them."""
    groups: list[EqualGroup]


@router.get("/assignments/{assignment_id}/equal-work")
def list_equal_work(visit: Visit, assignment_id: UUID) -> EqualWork:
    """Groups of students whose work is the same. It is a hint to look, not a proof of copying. For staff."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        return EqualWork.of(equal_work.equal_work(session, visit.caller, assignment))
