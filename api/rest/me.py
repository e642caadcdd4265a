"""Who asks, and what they were told: notices of changed grades, comments, answers and messages."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from api.rest._model import Answer
from api.rest._visit import Visit
from api.web.cursors import Paging, Part
from submissions.people.access import notices, people, tokens
from submissions.people.access.policy import Scope
from submissions.tables import NoticeKind

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


class Notice(Answer):
    """Something happened; the resources that it names say what."""

    id: UUID
    kind: NoticeKind
    course_id: UUID
    assignment_id: UUID | None
    submission_id: UUID | None
    created_at: datetime
    read_at: datetime | None


@router.get("/me/notices")
def list_notices(visit: Visit, paging: Paging) -> Part[Notice]:
    """Your own, the newest first."""
    with visit.database.read() as session:
        found = notices.listed(session, visit.caller, after=paging.after, limit=paging.more)
    return paging.part([Notice.of(each.notice) for each in found], [each.notice.id for each in found])


@router.post("/me/notices/{notice_id}/read")
def read_notice(visit: Visit, notice_id: UUID) -> Notice:
    """Mark one of yours as read."""
    with visit.database.begin() as session:
        return Notice.of(notices.read(session, visit.caller, notice_id, now=visit.now()).notice)
