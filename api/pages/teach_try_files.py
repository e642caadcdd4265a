"""Try files of an assignment: kept, removed, and what each gets."""

from decimal import Decimal, InvalidOperation
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages import teach_check
from api.pages._download import download
from api.pages._fields import Line
from api.pages._report import page_of
from api.pages._upload_form import Uploaded
from api.pages._visit import Visit
from api.web.body_limit import takes_file
from api.web.see_other import see_other
from api.words import Message
from api.words.unusable import unusable
from submissions.errors import Unusable
from submissions.grading.intake import try_files
from submissions.grading.intake.try_files import NewTryFile
from submissions.people.access.policy import Action, Caller
from submissions.teaching.results import reading, result

router = APIRouter()

_STARTER = "starter"


@router.post("/teach/assignments/{assignment_id:uuid}/try-files")
@takes_file()
def add_try_file(
    visit: Visit, assignment_id: UUID, form: Uploaded, title: Line = "", expected: Line = ""
) -> Response:
    """Keep a file and have it graded; or show the page again with what is wrong."""
    source = None if form.how == _STARTER else form.source()
    if isinstance(source, Message):
        return teach_check.page(visit, assignment_id, message=source)
    usual = _("Starter code") if source is None else _("Solution")
    try:
        with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
            new = NewTryFile(title.strip() or usual, source, _points(expected))
            try_files.add(session, visit.caller, assignment, new, now=visit.now())
    except Unusable as error:
        message = Message(_("The file was not saved."), unusable(error))
        return teach_check.page(visit, assignment_id, message=message)
    return see_other(f"/teach/assignments/{assignment_id}/check")


@router.get("/teach/assignments/{assignment_id:uuid}/try-files/{try_file_id:uuid}")
def try_file(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> Response:
    """Show the report on a try file."""
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, page):
        tried = try_files.one(session, visit.caller, page.assignment, try_file_id)
        seen = result.result_of(session, Caller(), tried.submission, now=visit.now())
        report = result.report_of(session, seen) if seen.progress.final else None
        page.show(view=page_of(report, reading.content(session, tried.submission)) if report else None)
    return page.page("teach_try_file.html", tried=tried, submission=tried.submission, progress=seen.progress)


@router.get("/teach/assignments/{assignment_id:uuid}/try-files/{try_file_id:uuid}/file")
def try_file_content(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> Response:
    """Download a try file."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        submission = try_files.one(session, visit.caller, assignment, try_file_id).submission
        return download(submission.file_name, reading.content(session, submission))


@router.post("/teach/assignments/{assignment_id:uuid}/try-files/{try_file_id:uuid}/remove")
def remove_try_file(visit: Visit, assignment_id: UUID, try_file_id: UUID) -> Response:
    """Delete a try file."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        try_files.remove(session, visit.caller, assignment, try_file_id, now=visit.now())
    return see_other(f"/teach/assignments/{assignment_id}/check")


def _points(text: str) -> Decimal | None:
    """Points with a point or a comma; nothing: all."""
    if not text.strip():
        return None
    try:
        return Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        raise Unusable("expected", "not-a-number") from None
