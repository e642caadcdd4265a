"""The people of a course: their names and roles, adding and removing."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.i18n import gettext as _
from api.pages._by_name import LastSeen, next_page
from api.pages._page import render
from api.pages._reader import FormReader
from api.pages._roles import PERMISSIONS, ROLES
from api.pages._typed import Typed
from api.problems import details
from api.problems.kinds import status_of
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from api.words.unusable import unusable
from submissions.access import people
from submissions.access.policy import Action, Caller, may, role_in
from submissions.courses import courses
from submissions.errors import AlreadyThere, Unusable
from submissions.operating.service import Service
from submissions.tables import Role

router = APIRouter()

_SEE_OTHER = 303
_ON_A_PAGE = 100
_LAST = _ON_A_PAGE - 1


@router.get("/teach/courses/{course_id:uuid}/people")
def roster(request: Request, service: Ours, caller: Asks, course_id: UUID, after: LastSeen) -> Response:
    """Everybody by name."""
    return _page(request, service, caller, course_id, after=after)


@router.post("/teach/courses/{course_id:uuid}/people")
def admit(request: Request, service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """Add a person by login; or show the page again with what was typed."""
    role = FormReader(typed, "UTC").choice("role", Role, Role.ASSISTANT)
    try:
        with service.database.begin() as session:
            people.admit(session, caller, course_id, typed.get("login", ""), role, now=service.now())
    except (Unusable, AlreadyThere) as error:
        return _page(request, service, caller, course_id, typed=typed, error=error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}/role")
def give_role(
    request: Request, service: Ours, caller: Asks, course_id: UUID, person_id: UUID, typed: Typed
) -> Response:
    """Change the role of a person."""
    reader = FormReader(typed, "UTC")
    role = reader.choice("role", Role, Role.STUDENT)
    try:
        for problem in reader.problems:
            raise problem
        with service.database.begin() as session:
            people.give_role(session, caller, course_id, person_id, role, now=service.now())
    except Unusable as error:
        return _page(request, service, caller, course_id, error=error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}/remove")
def remove(request: Request, service: Ours, caller: Asks, course_id: UUID, person_id: UUID) -> Response:
    """Remove a person; their submissions and grades are kept."""
    try:
        with service.database.begin() as session:
            people.leave(session, caller, course_id, person_id, now=service.now())
    except Unusable as error:
        return _page(request, service, caller, course_id, error=error)
    return _back(course_id) if person_id != caller.person_id else RedirectResponse("/", _SEE_OTHER)


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    course_id: UUID,
    *,
    after: tuple[str, UUID] | None = None,
    typed: Mapping[str, str] | None = None,
    error: Unusable | AlreadyThere | None = None,
) -> Response:
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.SEE_PEOPLE)
        found = people.roster(session, caller, course_id, after=after, limit=_ON_A_PAGE + 1)
        may_edit = may(session, caller, Action.EDIT_PEOPLE, course_id)
        is_owner = role_in(session, caller, course_id) is Role.OWNER
    login_error = unusable(error) if isinstance(error, Unusable) and error.field == "login" else ""
    return render(
        request,
        "teach_people.html",
        status=status_of(error) if error else 200,
        course=course,
        people=found[:_ON_A_PAGE],
        more=next_page(found[_LAST][0].name, found[_LAST][0].id) if len(found) > _ON_A_PAGE else "",
        is_first=after is None,
        roles=ROLES,
        permissions=PERMISSIONS,
        givable=[(role, _(ROLES[role])) for role in Role if is_owner or role is not Role.OWNER],
        may_edit=may_edit,
        is_owner=is_owner,
        typed=typed or {},
        login_error=login_error,
        message=_message(error) if error and not login_error else None,
    )


def _message(error: Unusable | AlreadyThere) -> Message:
    return Message(unusable(error)) if isinstance(error, Unusable) else details.message(error)


def _back(course_id: UUID) -> Response:
    return RedirectResponse(f"/teach/courses/{course_id}/people", _SEE_OTHER)
