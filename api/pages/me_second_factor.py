"""One's own second factor: set up, recovery codes, removed."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.pages._app_key import shown_key
from api.pages._fields import Line
from api.pages._visit import Visit
from api.problems import details
from api.web.caller import known_visitor
from api.web.see_other import see_other
from submissions.errors import RequestError, TooOften, Unusable, WrongSecondFactor
from submissions.operating.service import Service
from submissions.people.access import second_factors, staff

router = APIRouter()

_PAGE = "/me/second-factor"
Done = TypeVar("Done")
_REFUSALS = (WrongSecondFactor, TooOften, Unusable)


@router.get(_PAGE)
def look(visit: Visit) -> Response:
    """Show whether a second factor is on, and what can be done."""
    return _page(visit, visit.caller.known)


@router.post(f"{_PAGE}/begin")
def begin(visit: Visit) -> Response:
    """Make a key for an authenticator app; `confirm` turns it on."""
    try:
        with visit.database.begin() as session:
            second_factors.begin(session, visit.caller.known, now=visit.now())
    except Unusable as error:
        return _page(visit, visit.caller.known, error)
    return see_other(_PAGE)


@router.post(f"{_PAGE}/confirm")
def confirm(visit: Visit, code: Line = "") -> Response:
    """Ask for a code from now on. All sessions end but this one."""
    person_id, here = visit.caller.known, known_visitor(visit.request).session_id
    try:
        _count(visit.service, person_id)
        with visit.database.begin() as session:
            codes = second_factors.confirm(session, person_id, code, here=here, now=visit.now())
    except _REFUSALS as error:
        return _page(visit, person_id, error)
    return visit.page("recovery_codes.html", codes=codes, to=_PAGE)


@router.post(f"{_PAGE}/codes")
def renew(visit: Visit, code: Line = "") -> Response:
    """Make new recovery codes."""
    person_id = visit.caller.known

    def codes(session: Session, now: datetime) -> Sequence[str]:
        return second_factors.renew_codes(session, person_id, now=now)

    try:
        made = _with_code(visit.service, person_id, code, codes)
    except _REFUSALS as error:
        return _page(visit, person_id, error)
    return visit.page("recovery_codes.html", codes=made, to=_PAGE)


@router.post(f"{_PAGE}/remove")
def remove(visit: Visit, code: Line = "") -> Response:
    """Ask for no code any more, unless staff have to have one."""
    person_id = visit.caller.known

    def removed(session: Session, now: datetime) -> None:
        if _is_required(session, visit.service, person_id):
            raise Unusable("code", "second-factor-is-required")
        second_factors.remove(session, person_id, by=person_id, now=now)

    try:
        _with_code(visit.service, person_id, code, removed)
    except _REFUSALS as error:
        return _page(visit, person_id, error)
    return see_other(_PAGE)


def _with_code(service: Service, person_id: UUID, code: str, do: Callable[[Session, datetime], Done]) -> Done:
    """Do something for who shows a code."""
    _count(service, person_id)
    now = service.now()
    with service.database.begin() as session:
        second_factors.check(session, person_id, code, now=now)
        return do(session, now)


def _count(service: Service, person_id: UUID) -> None:
    """Count the try, whatever comes after it."""
    with service.database.begin() as session:
        second_factors.count(session, person_id, now=service.now())


def _is_required(session: Session, service: Service, person_id: UUID) -> bool:
    return service.settings.staff_second_factor and staff.includes(session, person_id)


def _page(visit: Visit, person_id: UUID, error: RequestError | None = None) -> Response:
    with visit.database.read() as session:
        key = second_factors.key_of(session, person_id)
        return visit.page(
            "me_second_factor.html",
            wrong=error,
            is_set_up=second_factors.is_set_up(session, person_id),
            is_required=_is_required(session, visit.service, person_id),
            key=shown_key(key) if key else None,
            left=second_factors.recovery_codes_left(session, person_id),
            message=details.message_of_page(error) if error else None,
        )
