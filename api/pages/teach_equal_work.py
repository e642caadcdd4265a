"""Equal work in an assignment: a hint to look, never a charge."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import N_
from api.pages._visit import Visit
from submissions.courses.assignments import assignments
from submissions.courses.courses import courses
from submissions.people.access.policy import Action, may
from submissions.teaching.watch.equal_work import COMMON_LEAST, Likeness, equal_work

router = APIRouter()

_MOST_STUDENTS = 50
"""The most students of a group; a template that was handed out makes a group of the whole class."""

_LIKENESS = {
    Likeness.FILE: N_("Same file"),
    Likeness.CODE: N_("Same code after renaming and reformatting"),
}


@router.get("/teach/assignments/{assignment_id:uuid}/equal")
def equal(visit: Visit, assignment_id: UUID) -> Response:
    """The groups."""
    with visit.database.read() as session:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS)
        found = equal_work(session, visit.caller, assignment)
        course = courses.course_of(session, assignment)
        frame = visit.course_frame(session, course)
        may_edit = may(session, visit.caller, Action.EDIT_ASSIGNMENT, course.id)
    return visit.page(
        "teach_equal_work.html",
        assignment=assignment,
        **frame,
        may_edit=may_edit,
        found=found,
        likeness=_LIKENESS,
        least=COMMON_LEAST,
        most=_MOST_STUDENTS,
    )
