"""The browsers in which one is signed in."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.web import signing_in
from api.web.caller import Asks, known_visitor
from api.web.dependencies import Ours
from submissions.people.access import sessions

router = APIRouter()


@router.post("/me/sessions/end-others")
def end_others(request: Request, service: Ours, caller: Asks) -> Response:
    """Sign out everywhere but here."""
    with service.database.begin() as session:
        sessions.revoke_all(session, caller.known, but=known_visitor(request).session_id)
    return signing_in.see("/me")


@router.post("/me/sessions/end-all")
def end_all(request: Request, service: Ours, caller: Asks) -> Response:
    """Sign out everywhere."""
    with service.database.begin() as session:
        sessions.revoke_all(session, caller.known)
    return signing_in.signed_out(request, "/")


@router.post("/me/sessions/{session_id}/end")
def end(service: Ours, caller: Asks, session_id: UUID) -> Response:
    """Sign out in one of them."""
    with service.database.begin() as session:
        sessions.revoke(session, caller.known, session_id)
    return signing_in.see("/me")
