"""The newest submissions of a course, of all its assignments together."""

from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.pages._course_frame import course_frame
from api.pages._fields import After
from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import finding as finding_words
from submissions.courses.courses import courses
from submissions.people.access.policy import Action
from submissions.teaching.results import course_submissions

router = APIRouter()

_ON_A_PAGE = 50


@router.get("/teach/courses/{course_id:uuid}/submissions")
def submissions(
    request: Request, service: Ours, caller: Asks, course_id: UUID, after: After = None
) -> Response:
    """The newest, or those after the last one seen."""
    with service.database.read() as session:
        course = courses.get(session, caller, course_id, Action.SEE_SUBMISSIONS)
        found = course_submissions.newest(session, caller, course_id, after=after, limit=_ON_A_PAGE + 1)
        frame = course_frame(session, caller, course)
    rows = found[:_ON_A_PAGE]
    return render(
        request,
        "teach_course_submissions.html",
        **frame,
        rows=rows,
        cause=finding_words.cause,
        is_first=not after,
        older="?" + urlencode({"after": str(rows[-1].submission.id)}) if len(found) > _ON_A_PAGE else "",
    )
