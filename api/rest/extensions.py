"""Later dates, or more attempts, for one student."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from api.rest._caller import Known
from api.rest._model import Answer, Given, Line, Moment
from api.web.dependencies import Ours
from submissions import tables
from submissions.access.policy import Action
from submissions.assignments import assignments, extensions
from submissions.assignments.draft import ATTEMPTS
from submissions.assignments.extensions import Grant

router = APIRouter(tags=["grades"])


class Extension(Answer):
    """What one student was given. An extension can only move dates later."""

    due_at: datetime | None
    closes_at: datetime | None
    more_attempts: int
    reason: str
    """Only staff see it."""
    created_at: datetime


class NewExtension(Given):
    """In place of the extension that the student may have."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"more_attempts": 2, "reason": "Ill."}]})

    due_at: Moment | None = None
    closes_at: Moment | None = None
    more_attempts: Annotated[int, Field(ge=0, le=ATTEMPTS.most)] = 0
    reason: Line | None = None


@router.put("/assignments/{assignment_id}/people/{person_id}/extension", operation_id="change-extension")
def change_extension(
    ours: Ours, caller: Known, assignment_id: UUID, person_id: UUID, given: NewExtension
) -> Extension:
    """Give a student later dates or more attempts."""
    grant = Grant(
        due_at=given.due_at,
        closes_at=given.closes_at,
        more_attempts=given.more_attempts,
        reason=given.reason or "",
    )
    with ours.database.begin() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_GRADES)
        return _shown(extensions.give(session, caller, assignment, person_id, grant, now=ours.now()))


@router.delete(
    "/assignments/{assignment_id}/people/{person_id}/extension",
    operation_id="remove-extension",
    status_code=204,
)
def remove_extension(ours: Ours, caller: Known, assignment_id: UUID, person_id: UUID) -> None:
    """End the extension of a student."""
    with ours.database.begin() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.EDIT_GRADES)
        extensions.take_back(session, caller, assignment, person_id, now=ours.now())


def _shown(extension: tables.Extension) -> Extension:
    return Extension(
        due_at=extension.due_at,
        closes_at=extension.closes_at,
        more_attempts=extension.more_attempts,
        reason=extension.reason,
        created_at=extension.created_at,
    )
