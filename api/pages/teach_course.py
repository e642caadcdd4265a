"""A course as who teaches it sees it: assignments with numbers, join codes, who teaches."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from api.pages._page import render
from api.pages._reader import Reader
from api.pages._standing import Phase, standing
from api.pages._typed import Typed
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.transport import origin
from api.words.en import teach_course as words
from api.words.en.role import ROLES
from api.words.en.unusable import unusable
from submissions import assignments, courses, join_codes, people
from submissions.accounts import zones
from submissions.errors import NotFound, Unusable
from submissions.numbers import Numbers, numbers
from submissions.policy import Action, Caller, may
from submissions.service import Service
from submissions.tables import Assignment, Course, JoinCode, Role

router = APIRouter()

_SEE_OTHER, _UNUSABLE = 303, 422
_CODES_FOR = (Role.STUDENT, Role.ASSISTANT, Role.OBSERVER)
_USUAL_DAYS = 30


@dataclass(frozen=True, slots=True)
class Row:
    """An assignment in the list."""

    assignment: Assignment
    numbers: Numbers
    phase: Phase


@router.get("/teach/courses/{course_id:uuid}")
def course(request: Request, service: Ours, caller: Asks, course_id: UUID) -> Response:
    """The page."""
    return _page(request, service, caller, course_id)


@router.post("/teach/courses/{course_id:uuid}")
def change(request: Request, service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """Another title or zone; or the page again with what was typed."""
    try:
        with service.database.begin() as session:
            found = courses.get(session, caller, course_id, Action.EDIT_COURSE)
            title, zone = typed.get("title", ""), typed.get("zone", "")
            courses.change(session, found, title, zone, by=caller.known, now=service.now())
    except Unusable as error:
        return _page(request, service, caller, course_id, typed, error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/codes")
def make_code(service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """A new join code."""
    reader = Reader(typed, "UTC")
    role, days = reader.choice("role", Role, Role.STUDENT), reader.whole("days", _USUAL_DAYS)
    with service.database.begin() as session:
        courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
        lasts = timedelta(days=days)
        join_codes.make(session, course_id, role=role, by=caller.known, now=service.now(), lasts=lasts)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/codes/{code_id:uuid}/revoke")
def revoke_code(service: Ours, caller: Asks, course_id: UUID, code_id: UUID) -> Response:
    """Make a code good for nothing."""
    with service.database.begin() as session:
        courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
        code = session.get(JoinCode, code_id)
        if code is None or code.course_id != course_id:
            raise NotFound
        join_codes.revoke(session, code, by=caller.known, now=service.now())
    return _back(course_id)


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    course_id: UUID,
    typed: Mapping[str, str] | None = None,
    error: Unusable | None = None,
) -> Response:
    with service.database.read() as session:
        found = courses.get(session, caller, course_id, Action.SEE_PEOPLE)
        seen = _seen(session, caller, found, service.now())
    return render(
        request,
        "teach_course.html",
        status=_UNUSABLE if error else 200,
        words=words,
        roles=ROLES,
        course=found,
        values=typed or {"title": found.title, "zone": found.zone},
        errors={error.field: unusable(error)} if error else {},
        zones=[(each, each) for each in sorted(zones())],
        codes_for=[(role, ROLES[role]) for role in _CODES_FOR],
        usual_days=_USUAL_DAYS,
        join=_join(request, service),
        **seen,
    )


def _join(request: Request, service: Service) -> str:
    """Where people enter a code; the code goes behind it."""
    public = service.settings.public_url is not None
    return f"{origin(service.settings) if public else str(request.base_url).rstrip('/')}/join?code="


def _seen(session: Session, caller: Caller, found: Course, now: datetime) -> dict[str, Any]:
    """All that the page shows."""
    listed = assignments.listed(session, caller, found.id)
    may_invite = may(session, caller, Action.EDIT_PEOPLE, found.id)
    counted = numbers(session, [each.id for each in listed])
    return {
        "rows": [Row(each, counted[each.id], standing(each, None, now=now).phase) for each in listed],
        "students": people.students(session, found.id),
        "staff": people.staff(session, found.id),
        "codes": join_codes.listed(session, found.id, now=now) if may_invite else [],
        "may_edit": may(session, caller, Action.EDIT_ASSIGNMENT, found.id),
        "may_invite": may_invite,
        "may_change": may(session, caller, Action.EDIT_COURSE, found.id),
    }


def _back(course_id: UUID) -> Response:
    return RedirectResponse(f"/teach/courses/{course_id}", _SEE_OTHER)
