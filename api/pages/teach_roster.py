"""The roster of a platform for the staff of a course: what is different there, and taking it over."""

from collections.abc import Mapping
from http import HTTPStatus
from uuid import UUID

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool

from api.i18n import N_, gettext as _
from api.pages._fields import Typed, chosen_id
from api.pages._visit import Visit
from api.web import outward
from api.web.see_other import see_other
from api.words.role import ROLES
from submissions.connect.lms import roster
from submissions.connect.lms.roster import Decisions, RosterMember, StaffDecision
from submissions.connect.lms.services import Services
from submissions.operating.service import Service
from submissions.people.access.policy import Action
from submissions.tables import Role

router = APIRouter()

_STAFF = "staff-"
_DECISIONS = {
    StaffDecision.INSTRUCTOR: ROLES[Role.INSTRUCTOR],
    StaffDecision.ASSISTANT: ROLES[Role.ASSISTANT],
    StaffDecision.STUDENT: ROLES[Role.STUDENT],
    StaffDecision.REMOVED: N_("Remove from course"),
}


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/roster")
async def compare(visit: Visit, course_id: UUID, context_id: UUID) -> Response:
    """Show who is new there, who changed, who is gone. Nothing is changed yet."""
    reading = roster.read(visit.database, _services(visit.service), visit.caller, course_id, context_id)
    members = await outward.converse(visit.request, reading)
    return await run_in_threadpool(_page, visit, course_id, context_id, members)


@router.post("/teach/courses/{course_id:uuid}/lms/{context_id:uuid}/roster/apply")
async def take_over(visit: Visit, course_id: UUID, context_id: UUID, typed: Typed) -> Response:
    """Apply the roster, if its changes are those that were shown; else show it again."""
    reading = roster.read(visit.database, _services(visit.service), visit.caller, course_id, context_id)
    members = await outward.converse(visit.request, reading)

    def taken_over() -> Response:
        with visit.database.begin() as session:
            found = roster.difference(session, visit.caller, course_id, context_id, members)
            is_same = found.mark == typed.get("shown")
            if is_same:
                decided = _decisions(typed)
                roster.apply(session, visit.caller, course_id, context_id, members, decided, now=visit.now())
        if not is_same:
            return _page(visit, course_id, context_id, members, has_changed=True)
        return see_other(f"/teach/courses/{course_id}/people")

    return await run_in_threadpool(taken_over)


def _page(
    visit: Visit, course_id: UUID, context_id: UUID, members: list[RosterMember], *, has_changed: bool = False
) -> Response:
    """The difference; where the roster has changed since it was shown, it says so."""
    with visit.in_course(course_id, Action.EDIT_PEOPLE) as (session, view):
        view.show(found=roster.difference(session, visit.caller, course_id, context_id, members))
    return view.page(
        "teach_roster.html",
        status=HTTPStatus.CONFLICT if has_changed else HTTPStatus.OK,
        context_id=context_id,
        has_changed=has_changed,
        roles=ROLES,
        decisions=[(each.value, _(_DECISIONS[each])) for each in StaffDecision],
    )


def _decisions(typed: Mapping[str, str]) -> Decisions:
    """Return the decision on each member of the staff; the others stay as they are."""
    chosen = {name.removeprefix(_STAFF): value for name, value in typed.items() if name.startswith(_STAFF)}
    known = {each.value for each in StaffDecision}
    return {chosen_id(id_): StaffDecision(value) for id_, value in chosen.items() if value in known}


def _services(service: Service) -> Services:
    return Services(service.database, service.now)
