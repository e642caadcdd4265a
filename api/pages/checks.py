"""A file looked at before it is submitted: whether it can be read, its class, and its operations."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._upload_form import Uploaded, UploadRefusal
from api.pages._visit import Visit
from api.pages.assignment import refused_page
from api.report_view.report import ReportView, report_view
from api.web.body_limit import takes_file
from api.web.see_other import see_other
from api.words import Message
from api.words.check import found
from submissions.courses.courses import courses
from submissions.errors import NotFound, TooOften
from submissions.grading.intake import checks, trials
from submissions.grading.intake.checks import FoundOperations
from submissions.people.access.policy import Action
from submissions.teaching.results import reading, result

router = APIRouter()


@router.post("/assignments/{assignment_id:uuid}/checks")
@takes_file()
def check(visit: Visit, assignment_id: UUID, form: Uploaded) -> Response:
    """Have a file loaded, and lead to what was found; or say why not."""
    source = form.source()
    if isinstance(source, Message):
        return refused_page(visit, assignment_id, form, UploadRefusal(source, form.target))
    now = visit.now()
    try:
        with visit.changing(assignment_id, Action.SUBMIT) as (session, assignment):
            key = checks.begin(session, visit.caller, assignment, source, now=now)
    except TooOften as error:
        return refused_page(visit, assignment_id, form, UploadRefusal.of(error))
    return see_other(f"/assignments/{assignment_id}/checks/{key}#check")


@router.get("/assignments/{assignment_id:uuid}/checks/{key}")
def found_by_check(visit: Visit, assignment_id: UUID, key: str) -> Response:
    """Show what was found, or where the file is in the queue."""
    now = visit.now()
    with visit.reading(assignment_id, Action.SUBMIT) as (session, assignment):
        course = courses.course_of(session, assignment)
        try:
            submission = trials.find(session, key, now=now)
        except NotFound:
            return visit.page("check_gone.html", assignment=assignment, course=course)
        seen = result.result_of(session, visit.caller, submission, now=now)
        trimmed = result.report_of(session, seen)
        content = reading.content(session, submission)
        view = report_view(trimmed, {submission.file_name: content}) if trimmed else None
        operations = checks.operations(session, assignment, trimmed.report) if trimmed else None
    return visit.page(
        "check.html",
        assignment=assignment,
        course=course,
        submission=submission,
        progress=seen.progress,
        view=view,
        lines=_lines(view, operations) if view and operations else [],
        key=key,
    )


def _lines(view: ReportView, operations: FoundOperations) -> list[tuple[bool, str]]:
    """Return a line for what was found and one for what was not, each with whether that is good."""
    if view.problem is not None:
        return []
    return found(view.class_line, operations.present, operations.absent)
