"""The ways in by sign-on providers that one has."""

from fastapi import APIRouter, Request, Response

from api.pages._fields import Line
from api.pages._me import account
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.errors import Unusable
from submissions.people.sign_on import identities

router = APIRouter()

_PART = "sign-on"


@router.post("/me/sign-on/disconnect")
def disconnect(request: Request, service: Ours, caller: Asks, issuer: Line = "", sub: Line = "") -> Response:
    """No longer come in by one of them."""
    try:
        with service.database.begin() as session:
            identities.disconnect(session, caller.known, issuer, sub, now=service.now())
    except Unusable as error:
        return account(request, service, part=_PART, error=error)
    return signing_in.see("/me")
