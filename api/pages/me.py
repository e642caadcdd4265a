"""The account of who is signed in: name, zone, language, browsers, ways in, and a copy of what is kept."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import LANGUAGES
from api.pages._fields import Line
from api.pages._me import account
from api.pages._visit import Visit
from api.web import signing_in
from api.web.caller import known_visitor
from api.web.see_other import see_other
from api.web.zip_files import zipped
from submissions.errors import Unusable
from submissions.people.access import accounts, sessions
from submissions.people.sign_on import identities
from submissions.teaching.results.personal_data import files

router = APIRouter()


@router.get("/me")
def me(visit: Visit) -> Response:
    """Show the account."""
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
        return account(visit, part="profile", error=error, typed=typed)
    return see_other("/me")


@router.post("/me/sessions/end-others")
def end_other_sessions(visit: Visit) -> Response:
    """Sign out everywhere but here."""
    with visit.database.begin() as session:
        sessions.revoke_all(session, visit.caller.known, but=known_visitor(visit.request).session_id)
    return see_other("/me")


@router.post("/me/sessions/end-all")
def end_all_sessions(visit: Visit) -> Response:
    """Sign out everywhere."""
    with visit.database.begin() as session:
        sessions.revoke_all(session, visit.caller.known)
    return signing_in.signed_out(visit.request, "/")


@router.post("/me/sessions/{session_id}/end")
def end_session(visit: Visit, session_id: UUID) -> Response:
    """End one session."""
    with visit.database.begin() as session:
        sessions.revoke(session, visit.caller.known, session_id)
    return see_other("/me")


@router.post("/me/sign-on/disconnect")
def disconnect(visit: Visit, issuer: Line = "", sub: Line = "") -> Response:
    """Disconnect a sign-on provider from the account."""
    try:
        with visit.database.begin() as session:
            identities.disconnect(session, visit.caller.known, issuer, sub, now=visit.now())
    except Unusable as error:
        return account(visit, part="sign-on", error=error)
    return see_other("/me")


@router.post("/me/data")
def copy_data(visit: Visit) -> Response:
    """Download all that is kept about the person who asks, as a zip archive."""
    person_id = visit.caller.known
    with visit.database.read() as session:
        return zipped("backgrade-data.zip", files(session, visit.caller, person_id, now=visit.now()))


def _language(given: str) -> str | None:
    if given and given not in LANGUAGES:
        raise Unusable("language", "not-offered")
    return given or None
