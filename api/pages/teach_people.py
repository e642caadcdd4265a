"""The people of a course: who they are, what they may do, letting in and taking out."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from api.pages._by_name import Place, next_page
from api.pages._page import render
from api.pages._reader import Reader
from api.pages._typed import Typed
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.problems import STATUS
from api.words.en import request as request_words
from api.words.en import teach_people as words
from api.words.en.role import ROLES, SAYS
from api.words.en.unusable import unusable
from submissions import courses, people
from submissions.errors import AlreadyThere, Unusable
from submissions.policy import Action, Caller, may, role_in
from submissions.service import Service
from submissions.tables import Role

router = APIRouter()

_SEE_OTHER = 303
_ON_A_PAGE = 100
_LAST = _ON_A_PAGE - 1


@router.get("/teach/courses/{course_id:uuid}/people")
def roster(request: Request, service: Ours, caller: Asks, course_id: UUID, place: Place) -> Response:
    """Everybody by name."""
    return _page(request, service, caller, course_id, after=place)


@router.post("/teach/courses/{course_id:uuid}/people")
def admit(request: Request, service: Ours, caller: Asks, course_id: UUID, typed: Typed) -> Response:
    """Let somebody in by their login; or the page again with what was typed."""
    role = Reader(typed, "UTC").choice("role", Role, Role.ASSISTANT)
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
    """Make somebody something else."""
    reader = Reader(typed, "UTC")
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
    """Take somebody out; what they handed in and their grades are kept."""
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
        found = people.roster(session, course_id, after=after, limit=_ON_A_PAGE + 1)
        may_edit = may(session, caller, Action.EDIT_PEOPLE, course_id)
        is_owner = role_in(session, caller, course_id) is Role.OWNER
    login_error = unusable(error) if isinstance(error, Unusable) and error.field == "login" else ""
    return render(
        request,
        "teach_people.html",
        status=STATUS[error.kind] if error else 200,
        words=words,
        course=course,
        people=found[:_ON_A_PAGE],
        more=next_page(found[_LAST][0].name, found[_LAST][0].id) if len(found) > _ON_A_PAGE else "",
        is_first=after is None,
        roles=ROLES,
        says=SAYS,
        givable=[(role, ROLES[role]) for role in Role if is_owner or role is not Role.OWNER],
        may_edit=may_edit,
        is_owner=is_owner,
        typed=typed or {},
        login_error=login_error,
        message=request_words.message(error) if error and not login_error else None,
    )


def _back(course_id: UUID) -> Response:
    return RedirectResponse(f"/teach/courses/{course_id}/people", _SEE_OTHER)
