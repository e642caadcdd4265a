"""The API keys of a course: tokens that are good in it, and nowhere else."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _, ngettext
from api.pages._fields import Typed
from api.pages._me import LIFETIMES, SCOPES
from api.pages._visit import Visit
from api.web.see_other import see_other
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access import tokens
from submissions.people.access.policy import Action, Scope
from submissions.people.access.tokens import TokenRequest

router = APIRouter()

_OFFERED = tuple(each for each in Scope if each is not Scope.ADMIN)
_LIST = "/teach/courses/{course_id:uuid}/keys"


@router.get(_LIST)
def keys(visit: Visit, course_id: UUID) -> Response:
    """Show all valid API keys, and a form for another."""
    return _page(visit, course_id)


@router.post(_LIST)
def create(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Create a key, shown on the page that answers and never again."""
    now = visit.now()
    try:
        with visit.database.begin() as session:
            courses.get(session, visit.caller, course_id, Action.EDIT_COURSE)
            made = tokens.create(session, visit.caller, _token_request(typed, course_id), now=now)
    except Unusable as error:
        return _page(visit, course_id, typed=typed, error=error)
    return _page(visit, course_id, key=made.text)


@router.post(_LIST + "/{token_id:uuid}/revoke")
def revoke(visit: Visit, course_id: UUID, token_id: UUID) -> Response:
    """Revoke an API key of the course."""
    with visit.database.begin() as session:
        tokens.revoke_in_course(session, visit.caller, course_id, token_id, now=visit.now())
    return see_other(f"/teach/courses/{course_id}/keys")


def _page(
    visit: Visit,
    course_id: UUID,
    *,
    key: str = "",
    typed: Mapping[str, str] | None = None,
    error: Unusable | None = None,
) -> Response:
    shown = typed or {}
    with visit.in_course(course_id, Action.EDIT_COURSE) as (session, view):
        view.show(keys=tokens.of_course(session, visit.caller, course_id, now=visit.now()))
    return view.page(
        "teach_keys.html",
        wrong=error,
        key=key,
        typed=shown,
        scopes=[(each, _(SCOPES[each]), f"scope-{each}" in shown) for each in _OFFERED],
        days=[(each, ngettext("{n} day", "{n} days", each)) for each in LIFETIMES],
    )


def _token_request(typed: Mapping[str, str], course_id: UUID) -> TokenRequest:
    days = typed.get("days", "")
    if days not in map(str, LIFETIMES):
        raise Unusable("expires_at", "not-offered")
    scopes = frozenset(each for each in _OFFERED if f"scope-{each}" in typed)
    return TokenRequest(typed.get("name", ""), scopes, timedelta(days=int(days)), course_id)
