"""Signing out."""

from fastapi import APIRouter, Request, Response

from api.web import cookies, signing_in
from api.web.dependencies import Ours
from submissions.access import sessions

router = APIRouter()


@router.post("/sign-out")
def sign_out(request: Request, service: Ours) -> Response:
    """End the session of this browser."""
    secret = cookies.read(request.scope, cookies.SESSION)
    if secret is not None:
        with service.database.begin() as session:
            sessions.stop(session, secret)
    return signing_in.signed_out(request, "/")
