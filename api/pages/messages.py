"""What the staff of a course wrote to a student."""

from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.courses.courses import courses
from submissions.teaching.talk import messages

router = APIRouter()


@router.get("/courses/{course_id:uuid}/messages")
def own_messages(request: Request, service: Ours, caller: Asks, course_id: UUID) -> Response:
    """All of them, the latest first."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id)
        found = messages.own(session, caller, course_id)
    return render(request, "messages.html", course=course, messages=found)
