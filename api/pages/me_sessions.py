"""The browsers in which one is signed in."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._visit import Visit
from api.web import signing_in
from api.web.caller import known_visitor
from api.web.see_other import see_other
from submissions.people.access import sessions

router = APIRouter()


@router.post("/me/sessions/end-others")
def end_others(visit: Visit) -> Response:
    """Sign out everywhere but here."""
    with visit.database.begin() as session:
        sessions.revoke_all(session, visit.caller.known, but=known_visitor(visit.request).session_id)
    return see_other("/me")


@router.post("/me/sessions/end-all")
def end_all(visit: Visit) -> Response:
    """Sign out everywhere."""
    with visit.database.begin() as session:
        sessions.revoke_all(session, visit.caller.known)
    return signing_in.signed_out(visit.request, "/")


@router.post("/me/sessions/{session_id}/end")
def end(visit: Visit, session_id: UUID) -> Response:
    """End one session."""
    with visit.database.begin() as session:
        sessions.revoke(session, visit.caller.known, session_id)
    return see_other("/me")
