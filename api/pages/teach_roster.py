"""The roster of a platform for the staff of a course: what is different there, and taking it over."""

from http import HTTPStatus
from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._course_frame import course_frame
from api.pages._fields import Line
from api.pages._page import render
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words.role import ROLES
from submissions.access.policy import Action, Caller
from submissions.courses import courses
from submissions.lms import roster
from submissions.lms.roster import RosterMember
from submissions.lms.services import Services
from submissions.operating.service import Service

router = APIRouter()


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/roster")
def compare(request: Request, service: Ours, caller: Asks, course_id: UUID, context_id: UUID) -> Response:
    """Who is new there, who changed, who is gone. Nothing is changed yet."""
    return _page(request, service, caller, course_id, context_id)


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/roster/apply")
def take_over(
    request: Request, service: Ours, caller: Asks, course_id: UUID, context_id: UUID, shown: Line = ""
) -> Response:
    """Take it over, if what that changes is what was shown; else show it as it is now."""
    members = _members(request, service, caller, course_id, context_id)
    with service.database.begin() as session:
        is_same = roster.difference(session, caller, course_id, context_id, members).mark == shown
        if is_same:
            roster.apply(session, caller, course_id, context_id, members, now=service.now())
    if not is_same:
        return _page(request, service, caller, course_id, context_id, members)
    return signing_in.see(f"/teach/courses/{course_id}/people")


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    course_id: UUID,
    context_id: UUID,
    newer: list[RosterMember] | None = None,
) -> Response:
    """The difference; with a newer roster than the one that was shown, it says so."""
    members = newer if newer is not None else _members(request, service, caller, course_id, context_id)
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
        frame = course_frame(session, caller, course)
        found = roster.difference(session, caller, course_id, context_id, members)
    return render(
        request,
        "teach_roster.html",
        status=HTTPStatus.OK if newer is None else HTTPStatus.CONFLICT,
        **frame,
        context_id=context_id,
        found=found,
        has_changed=newer is not None,
        roles=ROLES,
    )


def _members(
    request: Request, service: Service, caller: Caller, course_id: UUID, context_id: UUID
) -> list[RosterMember]:
    services = Services(service.database, request.app.state.outward, service.now)
    return roster.read(service.database, services, caller, course_id, context_id)
