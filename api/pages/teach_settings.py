"""The settings of a course: join codes, staff, title, time zone and late days; and its copy."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import N_, gettext as _
from api.pages._download import download
from api.pages._fields import Typed
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.web.origin import reached
from api.web.see_other import see_other
from api.words.role import ROLES
from submissions.courses import durations
from submissions.courses.courses import courses, join_codes
from submissions.errors import Unusable
from submissions.people.access import people
from submissions.people.access.accounts import zones
from submissions.people.access.policy import Action
from submissions.tables import Role
from submissions.teaching.terms import course_copy, course_file

router = APIRouter()

_CODES_FOR = (Role.STUDENT, Role.ASSISTANT, Role.OBSERVER)
_LIFETIMES = {7: N_("1 week"), 30: N_("1 month"), 120: N_("1 term"), 365: N_("1 year")}
"""The lifetimes of join codes, by days."""
_OF_COPY = {"title": "copy_title", "days": "move_days"}
"""Fields of a copy, as they are called on the page, which has others of these names."""


@router.get("/teach/courses/{course_id:uuid}/settings")
def settings(visit: Visit, course_id: UUID) -> Response:
    """Show the settings of a course."""
    return _page(visit, course_id)


@router.post("/teach/courses/{course_id:uuid}")
def change(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Change the title, zone or budget of late days; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    late_days = reader.whole("late_days", 0)
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            title, zone = typed.get("title", ""), typed.get("zone", "")
            courses.change(
                session, visit.caller, course_id, title=title, zone=zone, late_days=late_days, now=visit.now()
            )
    except Unusable as error:
        return _page(visit, course_id, typed, error)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/copy")
def copy(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Copy a course and its assignments for the next term; or show the page again with what was typed."""
    reader = FormReader(typed, "UTC")
    days = reader.whole("move_days", 0)
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            title = typed.get("copy_title", "")
            made = course_copy.copy_course(
                session, visit.caller, course_id, title=title, days=days, now=visit.now()
            )
    except Unusable as error:
        named = Unusable(_OF_COPY.get(error.field, error.field), error.why, **error.limits)
        return _page(visit, course_id, typed, named)
    return see_other(f"/teach/courses/{made.id}/assignments")


@router.get("/teach/courses/{course_id:uuid}/file")
def export(visit: Visit, course_id: UUID) -> Response:
    """Download the course as a file."""
    with visit.database.read() as session:
        return download("course.json", course_file.export(session, visit.caller, course_id))


@router.post("/teach/courses/{course_id:uuid}/codes")
def make_code(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Make a join code."""
    reader = FormReader(typed, "UTC")
    role, days = reader.choice("role", Role, Role.STUDENT), reader.whole("days", durations.JOIN_CODE.days)
    with visit.database.begin() as session:
        lasts = timedelta(days=days)
        join_codes.make(session, visit.caller, course_id, role=role, now=visit.now(), lasts=lasts)
    return _back(course_id)


@router.post("/teach/courses/{course_id:uuid}/codes/{code_id:uuid}/revoke")
def revoke_code(visit: Visit, course_id: UUID, code_id: UUID) -> Response:
    """Revoke a join code."""
    with visit.database.begin() as session:
        join_codes.revoke(session, visit.caller, course_id, code_id, now=visit.now())
    return _back(course_id)


def _page(
    visit: Visit, course_id: UUID, typed: Mapping[str, str] | None = None, error: Unusable | None = None
) -> Response:
    with visit.in_course(course_id, Action.SEE_PEOPLE) as (session, view):
        may_invite = view.viewer.may(Action.EDIT_PEOPLE)
        codes = join_codes.listed(session, visit.caller, course_id, now=visit.now()) if may_invite else []
        view.show(staff=people.staff(session, visit.caller, course_id), codes=codes)
    return view.page(
        "teach_settings.html",
        wrong=error,
        roles=ROLES,
        values={
            "title": view.course.title,
            "zone": view.course.zone,
            "late_days": str(view.course.late_days),
            **(typed or {}),
        },
        zones=[(each, each) for each in sorted(zones())],
        codes_for=[(role, _(ROLES[role])) for role in _CODES_FOR],
        lifetimes=[(days, _(text)) for days, text in _LIFETIMES.items()],
        usual_days=durations.JOIN_CODE.days,
        join=f"{reached(visit.request, visit.service.settings)}/join?code=",
    )


def _back(course_id: UUID) -> Response:
    return see_other(f"/teach/courses/{course_id}/settings")
