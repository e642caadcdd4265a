"""One's own account: name, zone and language, password, browsers, tokens."""

from fastapi import APIRouter, Response

from api.i18n import LANGUAGES
from api.pages._fields import Line
from api.pages._me import account
from api.pages._visit import Visit
from api.web.see_other import see_other
from submissions.errors import Unusable
from submissions.people.access import accounts

router = APIRouter()

_PART = "profile"


@router.get("/me")
def me(visit: Visit) -> Response:
    """The page."""
    visit.caller.require_signed_in()
    return account(visit)


@router.post("/me")
def change(visit: Visit, name: Line = "", zone: Line = "", language: Line = "") -> Response:
    """Save name, zone and language; an empty language leaves it to the browser."""
    try:
        chosen = _language(language)
        with visit.database.begin() as session:
            accounts.change(session, visit.caller, name=name, zone=zone, language=chosen)
    except Unusable as error:
        visit.caller.require_signed_in()
        typed = {"name": name, "zone": zone, "language": language}
        return account(visit, part=_PART, error=error, typed=typed)
    return see_other("/me")


def _language(given: str) -> str | None:
    if given and given not in LANGUAGES:
        raise Unusable("language", "not-offered")
    return given or None
