"""The page of a course for its staff: assignments with numbers, join codes, staff, settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from api.i18n import N_
from api.i18n import gettext as _
from api.pages._page import render
from api.pages._reader import FormReader
from api.pages._roles import ROLES
from api.pages._typed import Typed
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.origin import origin
from api.words.unusable import unusable
from submissions.access import people
from submissions.access.accounts import zones
from submissions.access.policy import Action, Caller, may
from submissions.assignments import assignments
from submissions.assignments.deadline_status import Phase, deadline_status
from submissions.courses import courses, join_codes
from submissions.errors import Unusable
from submissions.operating.service import Service
from submissions.results.submission_counts import SubmissionCounts, numbers
from submissions.tables import Assignment, Course, Role

router = APIRouter()

_SEE_OTHER, _UNUSABLE = 303, 422
_CODES_FOR = (Role.STUDENT, Role.ASSISTANT, Role.OBSERVER)
_LIFETIMES = {7: N_("1 week"), 30: N_("1 month"), 120: N_("1 term"), 365: N_("1 year")}
"""Of join codes, by days."""
_USUAL_DAYS = 30


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """An assignment in the list."""

    assignment: Assignment
    numbers: SubmissionCounts
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
            title, zone = typed.get("title", ""), typed.get("zone", "")
            courses.change(session, caller, course_id, title=title, zone=zone, now=service.now())
    except Unusable as error:
        return _page(request, service, caller, course_id, typed, error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/codes")
def make_code(service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """A new join code."""
    reader = FormReader(typed, "UTC")
    role, days = reader.choice("role", Role, Role.STUDENT), reader.whole("days", _USUAL_DAYS)
    with service.database.begin() as session:
        lasts = timedelta(days=days)
        join_codes.make(session, caller, course_id, role=role, now=service.now(), lasts=lasts)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/codes/{code_id:uuid}/revoke")
def revoke_code(service: Ours, caller: Asks, course_id: UUID, code_id: UUID) -> Response:
    """Revoke a join code."""
    with service.database.begin() as session:
        join_codes.revoke(session, caller, course_id, code_id, now=service.now())
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
        roles=ROLES,
        course=found,
        values=typed or {"title": found.title, "zone": found.zone},
        errors={error.field: unusable(error)} if error else {},
        zones=[(each, each) for each in sorted(zones())],
        codes_for=[(role, _(ROLES[role])) for role in _CODES_FOR],
        lifetimes=[(days, _(text)) for days, text in _LIFETIMES.items()],
        usual_days=_USUAL_DAYS,
        join=_join(request, service),
        **seen,
    )


def _join(request: Request, service: Service) -> str:
    """The address at which people enter a code; the code is appended."""
    public = service.settings.public_url is not None
    return f"{origin(service.settings) if public else str(request.base_url).rstrip('/')}/join?code="


def _seen(session: Session, caller: Caller, found: Course, now: datetime) -> dict[str, Any]:
    """All that the page shows."""
    listed = assignments.listed(session, caller, found.id)
    may_invite = may(session, caller, Action.EDIT_PEOPLE, found.id)
    counted = numbers(session, caller, found.id, [each.id for each in listed])
    return {
        "rows": [
            AssignmentRow(each, counted[each.id], deadline_status(each, now=now).phase) for each in listed
        ],
        "students": people.students(session, caller, found.id),
        "staff": people.staff(session, caller, found.id),
        "codes": join_codes.listed(session, caller, found.id, now=now) if may_invite else [],
        "may_edit": may(session, caller, Action.EDIT_ASSIGNMENT, found.id),
        "may_invite": may_invite,
        "may_change": may(session, caller, Action.EDIT_COURSE, found.id),
    }


def _back(course_id: UUID) -> Response:
    return RedirectResponse(f"/teach/courses/{course_id}", _SEE_OTHER)
