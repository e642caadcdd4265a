"""One's own account: name, zone and language, password, browsers, tokens."""

from fastapi import APIRouter, Request, Response

from api.i18n import LANGUAGES, N_, gettext
from api.pages._fields import Asked, Line
from api.pages._me import account
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from submissions.access import accounts
from submissions.errors import Unusable

router = APIRouter()

_PART = "profile"


_DONE = {"profile": N_("Your profile is saved."), "password": N_("Your new password is set.")}


@router.get("/me")
def me(request: Request, service: Ours, caller: Asks, done: Asked = "") -> Response:
    """The page; after a form, with what was done."""
    _ = caller.known
    said = Message(gettext(_DONE[done])) if done in _DONE else None
    return account(request, service, done=said)


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
    return signing_in.see("/me?done=profile")


def _language(given: str) -> str | None:
    if given and given not in LANGUAGES:
        raise Unusable("language", "not-offered")
    return given or None
