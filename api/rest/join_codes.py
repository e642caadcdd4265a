"""Codes by which students come into a course."""

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Items, RoleGiven
from api.rest._visit import Visit
from api.web.idempotency import Repeatable
from submissions.courses import durations
from submissions.courses.courses import join_codes
from submissions.tables import Role

router = APIRouter(tags=["join codes"])


class JoinCode(Answer):
    """A code that lets people join the course."""

    id: UUID
    code: str
    role: Role
    created_at: datetime
    expires_at: datetime


class JoinCodeList(Items[JoinCode]):
    """All codes of a course that are good."""


class NewJoinCode(Given, json_schema_extra={"examples": [{"role": "student", "days": 14}]}):
    """A code to be made."""

    role: RoleGiven = Role.STUDENT
    days: Annotated[int, Field(ge=1, le=durations.JOIN_CODE_LONGEST.days)] = durations.JOIN_CODE.days
    """How long it is good."""


@router.get("/courses/{course_id}/join-codes")
def list_join_codes(visit: Visit, course_id: UUID) -> JoinCodeList:
    """The codes of a course that are good, the newest first."""
    with visit.database.read() as session:
        codes = join_codes.listed(session, visit.caller, course_id, now=visit.now())
    return JoinCodeList(items=[JoinCode.of(code) for code in codes])


@router.post("/courses/{course_id}/join-codes", status_code=201, response_model=JoinCode)
def create_join_code(visit: Visit, once: Repeatable, course_id: UUID, new: NewJoinCode) -> Response:
    """Make a code. It makes nobody a teacher."""

    def make(session: Session) -> JoinCode:
        lasts = timedelta(days=new.days)
        code = join_codes.make(session, visit.caller, course_id, role=new.role, now=visit.now(), lasts=lasts)
        return JoinCode.of(code)

    return once.answer(new, make)


@router.delete("/courses/{course_id}/join-codes/{code_id}", status_code=204)
def revoke_join_code(visit: Visit, course_id: UUID, code_id: UUID) -> None:
    """Make a code good for nothing; who joined by it stays."""
    with visit.database.begin() as session:
        join_codes.revoke(session, visit.caller, course_id, code_id, now=visit.now())
