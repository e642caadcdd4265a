"""One's own account: name, zone and language, password, browsers, tokens."""

from fastapi import APIRouter, Request, Response

from api.i18n import LANGUAGES
from api.pages._fields import Line
from api.pages._me import account
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.errors import Unusable
from submissions.people.access import accounts

router = APIRouter()

_PART = "profile"


@router.get("/me")
def me(request: Request, service: Ours, caller: Asks) -> Response:
    """The page."""
    _ = caller.known
    return account(request, service)


@router.post("/me")
def change(
    request: Request,
    service: Ours,
    caller: Asks,
    name: Line = "",
    zone: Line = "",
    language: Line = "",
) -> Response:
    """Save name, zone and language; an empty language leaves it to the browser."""
    try:
        chosen = _language(language)
        with service.database.begin() as session:
            accounts.change(session, caller, name=name, zone=zone, language=chosen)
    except Unusable as error:
        _ = caller.known
        typed = {"name": name, "zone": zone, "language": language}
        return account(request, service, part=_PART, error=error, typed=typed)
    return signing_in.see("/me")


def _language(given: str) -> str | None:
    if given and given not in LANGUAGES:
        raise Unusable("language", "not-offered")
    return given or None
