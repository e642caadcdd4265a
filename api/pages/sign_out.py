"""Signing out."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.web import cookies, signing_in
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.web.see_other import see_other
from submissions.people.access import sessions
from submissions.people.sign_on import providers

router = APIRouter()


@router.post("/sign-out")
def sign_out(request: Request, service: Ours) -> Response:
    """End the session of this browser."""
    secret, way_out = cookies.session(request.scope), None
    if secret is not None:
        with service.database.begin() as session:
            way_out = providers.way_out(session, sessions.stop(session, secret))
    return signing_in.signed_out(request, f"/signed-out/{way_out.key}" if way_out else "/")


@router.get("/signed-out/{key}", dependencies=[FOR_HEADER])
def signed_out(request: Request, service: Ours, key: str) -> Response:
    """Show that the session at the provider goes on, and where to end it."""
    with service.database.read() as session:
        way_out = providers.way_out_of(session, key)
    if way_out is None:
        return see_other("/")
    return render(request, "signed_out.html", way_out=way_out)
