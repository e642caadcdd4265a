"""The ways in by sign-on providers that one has."""

from fastapi import APIRouter, Response

from api.pages._fields import Line
from api.pages._me import account
from api.pages._visit import Visit
from api.web.see_other import see_other
from submissions.errors import Unusable
from submissions.people.sign_on import identities

router = APIRouter()

_PART = "sign-on"


@router.post("/me/sign-on/disconnect")
def disconnect(visit: Visit, issuer: Line = "", sub: Line = "") -> Response:
    """Disconnect a sign-on provider from the account."""
    try:
        with visit.database.begin() as session:
            identities.disconnect(session, visit.caller.known, issuer, sub, now=visit.now())
    except Unusable as error:
        return account(visit, part=_PART, error=error)
    return see_other("/me")
