"""Equal work in an assignment: a hint to look, never a charge."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import N_
from api.pages._visit import Visit
from submissions.people.access.policy import Action
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
    """Show the groups of students whose files are equal or alike."""
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        view.show(found=equal_work(session, visit.caller, view.assignment))
    return view.page(
        "teach_equal_work.html",
        likeness=_LIKENESS,
        least=COMMON_LEAST,
        most=_MOST_STUDENTS,
    )
