"""The people of a course: found, sorted, a page at a time; their roles, adding and removing."""

from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.i18n import gettext as _
from api.pages._fields import Asked, Typed
from api.pages._reader import FormReader
from api.pages._table_links import PageNumber, TableLinks, read_section, section_options, section_text
from api.pages._visit import Visit
from api.problems import details
from api.web.see_other import see_other
from api.words.role import ROLES
from api.words.unusable import unusable
from submissions.courses.courses.roster import RosterRequest, roster_page
from submissions.errors import AlreadyThere, Unusable
from submissions.people.access import people
from submissions.people.access.policy import Action, role_in
from submissions.tables import Role

router = APIRouter()

_ALL = RosterRequest()


def _request(
    q: Asked = "",
    section: Asked = "",
    role: Asked = "",
    sort: Asked = "name",
    *,
    down: bool = False,
    page: PageNumber = 1,
) -> RosterRequest:
    return RosterRequest(
        q, read_section(section), Role(role) if role in list(Role) else None, sort, down, page
    )


@router.get("/teach/courses/{course_id:uuid}/people")
def roster(visit: Visit, course_id: UUID, asked: Annotated[RosterRequest, Depends(_request)]) -> Response:
    """Show those that were asked for, by name or as was asked."""
    return _page(visit, course_id, asked=asked)


@router.post("/teach/courses/{course_id:uuid}/people")
def admit(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Add a person by login; or show the page again with what was typed."""
    role = FormReader(typed, "UTC").choice("role", Role, Role.ASSISTANT)
    try:
        with visit.database.begin() as session:
            people.admit(session, visit.caller, course_id, typed.get("login", ""), role, now=visit.now())
    except (Unusable, AlreadyThere) as error:
        return _page(visit, course_id, typed=typed, error=error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}/role")
def give_role(visit: Visit, course_id: UUID, person_id: UUID, typed: Typed) -> Response:
    """Change the role of a person."""
    reader = FormReader(typed, "UTC")
    role = reader.choice("role", Role, Role.STUDENT)
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            people.give_role(session, visit.caller, course_id, person_id, role, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, error=error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/people/{person_id:uuid}/remove")
def remove(visit: Visit, course_id: UUID, person_id: UUID) -> Response:
    """Remove a person; their submissions and grades are kept."""
    try:
        with visit.database.begin() as session:
            people.leave(session, visit.caller, course_id, person_id, now=visit.now())
    except Unusable as error:
        return _page(visit, course_id, error=error)
    return _back(course_id) if person_id != visit.caller.person_id else see_other("/")


def _page(
    visit: Visit,
    course_id: UUID,
    *,
    asked: RosterRequest = _ALL,
    typed: Mapping[str, str] | None = None,
    error: Unusable | AlreadyThere | None = None,
) -> Response:
    with visit.in_course(course_id, Action.SEE_PEOPLE) as (session, view):
        sections = people.sections(session, visit.caller, course_id)
        is_owner = role_in(session, visit.caller, course_id) is Role.OWNER
        view.show(found=roster_page(session, visit.caller, course_id, asked))
    login_error = unusable(error) if isinstance(error, Unusable) and error.field == "login" else ""
    wanted = _query(asked)
    links = TableLinks(wanted)
    return view.page(
        "teach_people.html",
        wrong=error,
        order=asked,
        wanted=wanted,
        sections=section_options(sections),
        link=links.with_values,
        sort_link=links.sorted_by,
        roles=ROLES,
        role_choices=[("", _("All roles")), *((role, _(ROLES[role])) for role in Role)],
        givable=[(role, _(ROLES[role])) for role in Role if is_owner or role is not Role.OWNER],
        is_owner=is_owner,
        typed=typed or {},
        login_error=login_error,
        message=details.message_of_page(error) if error and not login_error else None,
    )


def _query(asked: RosterRequest) -> dict[str, str]:
    """Return the query of the page, as its address has it."""
    return {
        "q": asked.who,
        "section": section_text(asked.section),
        "role": asked.role or "",
        "sort": asked.by,
        "down": "1" if asked.descending else "",
    }


def _back(course_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/people")
