"""Who asks."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from api.rest._model import Answer
from api.rest._visit import Visit
from submissions.people.access import people, tokens
from submissions.people.access.policy import Scope

router = APIRouter(tags=["me"])


class Me(Answer):
    """The person a token belongs to, and what it is good for."""

    id: UUID
    login: str
    name: str
    language: str | None
    """The language that you chose for texts; null where `Accept-Language` decides."""
    operator: bool
    """Whether you run this installation, and the token may use that."""
    scopes: list[Scope]
    course_id: UUID | None
    """Where set, the token is good for this course only."""
    expires_at: datetime


@router.get("/me")
def get_me(visit: Visit) -> Me:
    """Return who you are to us, and what your token is good for."""
    with visit.database.read() as session:
        person = people.by_id(session, visit.caller.known)
        token = tokens.current(session, visit.caller)
    assert token is not None  # nothing else comes in here
    return Me.of(
        person,
        operator=visit.caller.operator,
        scopes=sorted(visit.caller.scopes or ()),
        course_id=visit.caller.course_id,
        expires_at=token.expires_at,
    )
