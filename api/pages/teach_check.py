"""An assignment checked before students see it: what try files get, and which mistakes its suites see."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._course_frame import course_frame
from api.pages._coverage import coverage_view
from api.pages._fields import Line
from api.pages._page import form_status, render
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import Message
from submissions.courses.assignments import assignments
from submissions.courses.assignments.coverage import add_suites, coverage_of
from submissions.courses.assignments.versions import current_version
from submissions.courses.courses import courses
from submissions.grading.intake import try_files
from submissions.people.access.policy import Action
from submissions.teaching.regrades.outdated import outdated

router = APIRouter()


@router.get("/teach/assignments/{assignment_id:uuid}/check")
def check_assignment(visit: Visit, assignment_id: UUID) -> Response:
    """Show what try files get, what the suites see together, and which suites would see more."""
    return page(visit, assignment_id)


def page(visit: Visit, assignment_id: UUID, *, message: Message | None = None) -> Response:
    """The page, with what is wrong with a form that was sent."""
    with visit.database.read() as session:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
        course = courses.course_of(session, assignment)
        frame = course_frame(session, visit.caller, course)
        chosen = len(current_version(session, assignment).weights)
        coverage = coverage_view(coverage_of(session, visit.caller, assignment), chosen)
        tried = try_files.tried(session, visit.caller, assignment)
        on_earlier = outdated(session, visit.caller, assignment)
    return render(
        visit.request,
        "teach_check.html",
        status=form_status(message),
        **frame,
        assignment=assignment,
        on_earlier=on_earlier,
        coverage=coverage,
        tried=tried,
        is_waiting=any(each.points is None and not each.failed for each in tried),
        message=message,
    )


@router.post("/teach/assignments/{assignment_id:uuid}/check/suites")
def add_suggested_suites(visit: Visit, assignment_id: UUID, suites: Line, revision: Line = "") -> Response:
    """Add the suites of a suggestion, whose slugs are separated by spaces."""
    with visit.database.begin() as session:
        assignment = assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
        expected = int(revision) if revision.isascii() and revision.isdecimal() else 0
        add_suites(session, visit.caller, assignment, suites.split(), revision=expected, now=visit.now())
        try_files.again(session, visit.service.bell, assignment, now=visit.now())
    visit.service.bell.wake()
    return see_other(f"/teach/assignments/{assignment_id}/check#suites")
