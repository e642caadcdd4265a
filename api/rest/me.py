"""Who asks."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from api.rest._caller import Known
from api.rest._model import Answer
from api.web.dependencies import Ours
from submissions import tables
from submissions.policy import Scope

router = APIRouter(tags=["me"])


class Me(Answer):
    """The person a token belongs to, and what it is good for."""

    id: UUID
    login: str
    name: str
    operator: bool
    """Whether you run this installation, and the token may use that."""
    scopes: list[Scope]
    course_id: UUID | None
    """Where set, the token is good for this course only."""
    expires_at: datetime


@router.get("/me", operation_id="get-me")
def get_me(ours: Ours, caller: Known) -> Me:
    """Who you are to us, and what your token is good for."""
    with ours.database.read() as session:
        person = session.get_one(tables.Person, caller.known)
        token = session.get_one(tables.ApiToken, caller.token_id)
    return Me(
        id=person.id,
        login=person.login,
        name=person.name,
        operator=caller.operator,
        scopes=sorted(caller.scopes or ()),
        course_id=caller.course_id,
        expires_at=token.expires_at,
    )
