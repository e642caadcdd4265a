"""What a class misunderstands in an assignment: how many students have each cause, and who."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.i18n import number
from api.pages._course_frame import course_frame
from api.pages._fields import Asked
from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import finding as finding_words
from grader import faults
from submissions.access.policy import Action, may
from submissions.assignments import assignments
from submissions.courses import courses
from submissions.watch import class_causes
from submissions.watch.class_causes import CauseCount, ClassCauses

router = APIRouter()


@dataclass(frozen=True, slots=True)
class CauseRow:
    """A cause in the table."""

    count: CauseCount
    title: str
    attempts: str
    """Until it is overcome; empty where nobody came so far."""
    has_page: bool
    """Whether it is one of the catalogue of faults."""


@router.get("/teach/assignments/{assignment_id:uuid}/causes")
def causes(request: Request, service: Ours, caller: Asks, assignment_id: UUID, cause: Asked = "") -> Response:
    """All causes; with `cause`, also the students who have that one now."""
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)
        course = courses.course_of(session, assignment)
        found = class_causes.causes_of(session, caller, assignment)
        may_edit = may(session, caller, Action.EDIT_ASSIGNMENT, course.id)
        frame = course_frame(session, caller, course)
    chosen = next((each for each in found.causes if each.cause == cause), None)
    return render(
        request,
        "teach_causes.html",
        **frame,
        may_edit=may_edit,
        assignment=assignment,
        found=found,
        rows=list(_rows(found)),
        chosen=finding_words.cause(chosen.cause) if chosen else "",
        holders=chosen.now if chosen else (),
    )


def _rows(found: ClassCauses) -> Iterator[CauseRow]:
    for each in found.causes:
        attempts = "" if each.attempts is None else number(each.attempts)
        yield CauseRow(each, finding_words.cause(each.cause), attempts, each.cause in faults.load())
