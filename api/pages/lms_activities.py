"""A teacher says which assignment an activity is: when they come from it first, or to change that."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._fields import Line, chosen_id
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words.assignment_settings import TEXTS
from grader.assignment import CHOICES
from submissions.connect.lms import contexts
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses
from submissions.errors import Unusable

router = APIRouter()


@router.get("/lms/activities/{link_id:uuid}")
def which_assignment(visit: Visit, link_id: UUID) -> Response:
    """Ask which assignment the activity is for: one of the course, or a new one."""
    return _page(visit, link_id)


@router.post("/lms/activities/{link_id:uuid}/new")
def make_assignment(visit: Visit, link_id: UUID, title: Line = "", stage: Line = "core") -> Response:
    """Link the activity to a new assignment; or show the form again."""
    try:
        with visit.database.begin() as session:
            made = contexts.make_assignment(session, visit.caller, link_id, stage, title, now=visit.now())
    except Unusable as error:
        return _page(visit, link_id, title, error)
    return see_other(f"/teach/assignments/{made.id}")


def _page(visit: Visit, link_id: UUID, title: str | None = None, error: Unusable | None = None) -> Response:
    with visit.database.read() as session:
        activity = contexts.activity(session, visit.caller, link_id)
        course = courses.get(session, visit.caller, activity.course_id)
        found = assignments.listed(session, visit.caller, course.id)
        link = activity.link
    current = next((each for each in found if each.id == link.assignment_id), None)
    options = TEXTS["stage"].options
    return visit.page(
        "lms_activity.html",
        wrong=error,
        link=link,
        current=current,
        course=course,
        assignments=found,
        title=link.title if title is None else title,
        stages=[(stage, _(options.get(stage, stage))) for stage in CHOICES],
    )


@router.post("/lms/activities/{link_id:uuid}")
def link_assignment(visit: Visit, link_id: UUID, assignment: Line = "") -> Response:
    """Link the activity to an assignment; or show the form again, if none was chosen."""
    if not assignment:
        return _page(visit, link_id, error=Unusable("assignment", "empty"))
    with visit.database.begin() as session:
        chosen = chosen_id(assignment)
        linked = contexts.link_assignment(session, visit.caller, link_id, chosen, now=visit.now())
    return see_other(f"/teach/assignments/{linked.id}")
