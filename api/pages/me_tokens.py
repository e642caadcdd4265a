"""The tokens by which programs come in for somebody."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import Line, Lines
from api.pages._me import account
from api.pages._visit import Visit
from api.web.see_other import see_other
from submissions.errors import RequestError, Unusable
from submissions.people.access import tokens
from submissions.people.access.policy import Scope
from submissions.people.access.tokens import TokenRequest

router = APIRouter()

_PART = "token"


@router.post("/me/tokens")
def create(
    visit: Visit,
    label: Line = "",
    scopes: Lines = [],  # noqa: B006 - FastAPI copies it
    days: Line = "",
    course: Line = "",
) -> Response:
    """Create a token, shown on the page that answers and never again."""
    now = visit.now()
    try:
        wanted = TokenRequest(label, _scopes(scopes), _days(days), _course(course))
        with visit.database.begin() as session:
            made = tokens.create(session, visit.caller, wanted, now=now)
    except RequestError as error:
        visit.caller.require_signed_in()
        typed = {"label": label, "scopes": scopes, "days": days, "course": course}
        return account(visit, part=_PART, error=error, typed=typed)
    return account(visit, token=made.text)


@router.post("/me/tokens/{token_id}/revoke")
def revoke(visit: Visit, token_id: UUID) -> Response:
    """Revoke a token."""
    with visit.database.begin() as session:
        tokens.revoke(session, visit.caller.known, token_id, now=visit.now())
    return see_other("/me")


def _scopes(given: Sequence[str]) -> frozenset[Scope]:
    known = {str(each): each for each in Scope}
    if not set(given) <= set(known):
        raise Unusable("scopes", "not-offered")
    return frozenset(known[each] for each in given)


def _days(given: str) -> timedelta:
    if not given.isascii() or not given.isdigit() or len(given) > len("365"):
        raise Unusable("expires_at", "not-offered")
    return timedelta(days=int(given))


def _course(given: str) -> UUID | None:
    try:
        return UUID(given) if given else None
    except ValueError:
        raise Unusable("course_id", "not-offered") from None
