"""What the staff of a course wrote to a student."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._visit import Visit
from submissions.courses.courses import courses
from submissions.teaching.talk import messages

router = APIRouter()


@router.get("/courses/{course_id:uuid}/messages")
def own_messages(visit: Visit, course_id: UUID) -> Response:
    """Show all messages, the latest first."""
    with visit.database.read() as session:
        course = courses.get(session, visit.caller, course_id)
        found = messages.own(session, visit.caller, course_id)
    return visit.page("messages.html", course=course, messages=found)
