"""The roster of a platform for the staff of a course: what is different there, and taking it over."""

from http import HTTPStatus
from uuid import UUID

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from api.pages._course_frame import course_frame
from api.pages._fields import Line
from api.pages._page import render
from api.web import outward, signing_in
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
async def compare(
    request: Request, service: Ours, caller: Asks, course_id: UUID, context_id: UUID
) -> Response:
    """Who is new there, who changed, who is gone. Nothing is changed yet."""
    reading = roster.read(service.database, _services(service), caller, course_id, context_id)
    members = await outward.converse(request, reading)
    return await run_in_threadpool(_page, request, service, caller, course_id, context_id, members)


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/roster/apply")
async def take_over(
    request: Request, service: Ours, caller: Asks, course_id: UUID, context_id: UUID, shown: Line = ""
) -> Response:
    """Take it over, if what that changes is what was shown; else show it as it is now."""
    reading = roster.read(service.database, _services(service), caller, course_id, context_id)
    members = await outward.converse(request, reading)

    def taken_over() -> Response:
        with service.database.begin() as session:
            is_same = roster.difference(session, caller, course_id, context_id, members).mark == shown
            if is_same:
                roster.apply(session, caller, course_id, context_id, members, now=service.now())
        if not is_same:
            return _page(request, service, caller, course_id, context_id, members, has_changed=True)
        return signing_in.see(f"/teach/courses/{course_id}/people")

    return await run_in_threadpool(taken_over)


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    course_id: UUID,
    context_id: UUID,
    members: list[RosterMember],
    *,
    has_changed: bool = False,
) -> Response:
    """The difference; where the roster has changed since it was shown, it says so."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.EDIT_PEOPLE)
        frame = course_frame(session, caller, course)
        found = roster.difference(session, caller, course_id, context_id, members)
    return render(
        request,
        "teach_roster.html",
        status=HTTPStatus.CONFLICT if has_changed else HTTPStatus.OK,
        **frame,
        context_id=context_id,
        found=found,
        has_changed=has_changed,
        roles=ROLES,
    )


def _services(service: Service) -> Services:
    return Services(service.database, service.now)
