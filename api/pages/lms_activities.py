"""A teacher says which assignment an activity is: when they come from it first, or to change that."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._fields import Line, chosen_id
from api.pages._page import render
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.assignments import assignments
from submissions.courses import courses
from submissions.lms import contexts

router = APIRouter()


@router.get("/lms/activities/{link_id:uuid}")
def which_assignment(request: Request, service: Ours, caller: Asks, link_id: UUID) -> Response:
    """The assignments of the course."""
    with service.database.read() as session:
        activity = contexts.activity(session, caller, link_id)
        course = courses.get(session, caller, activity.course_id)
        found = assignments.listed(session, caller, course.id)
        link = activity.link
    current = next((each for each in found if each.id == link.assignment_id), None)
    return render(request, "lms_activity.html", link=link, current=current, course=course, assignments=found)


@router.post("/lms/activities/{link_id:uuid}")
def link_assignment(service: Ours, caller: Asks, link_id: UUID, assignment: Line = "") -> Response:
    """Lead it to one of them."""
    with service.database.begin() as session:
        chosen = chosen_id(assignment)
        linked = contexts.link_assignment(session, caller, link_id, chosen, now=service.now())
    return signing_in.see(f"/teach/assignments/{linked.id}")
