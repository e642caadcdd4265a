"""An assignment: instructions, dates, late penalty, the form to submit, and one's attempts."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from sqlalchemy.orm import Session

from api.i18n import gettext as _
from api.pages._asked import asked
from api.pages._assignment_rules import cooldown, grade_reason, late_now, late_penalty, not_accepted
from api.pages._attempts import attempts
from api.pages._download import download
from api.pages._page import render
from api.pages._upload_form import USUAL_NAME, Uploaded
from api.pages._workbench import draft_name
from api.problems.details import message as problem_message
from api.problems.kinds import status_of
from api.report_view.pictures.trend import trend
from api.web.body_limit import takes_file
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from submissions.access.policy import Action, Caller, may
from submissions.assignments import assignments
from submissions.assignments.deadline_status import deadline_statuses
from submissions.assignments.versions import current_version
from submissions.courses import courses
from submissions.errors import Closed, Deleted, NoAttemptsLeft, NoRoom, NotFound, NotOpenYet, TooSoon
from submissions.intake import receipts, submit
from submissions.operating.service import Service
from submissions.results import reading, result
from submissions.results.own_grade import own_grade
from submissions.results.result import Result
from submissions.tables import Assignment

router = APIRouter()

_REFUSED = 422
_SEE_OTHER = 303
_NOT_TAKEN = (NotOpenYet, Closed, NoAttemptsLeft, NoRoom, TooSoon)


@router.get("/assignments/{assignment_id:uuid}")
def assignment(request: Request, service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """The page, with the last submission in its editor."""
    return _page(request, service, caller, assignment_id)


@router.post("/assignments/{assignment_id:uuid}")
@takes_file()
def submit_file(
    request: Request, service: Ours, caller: Asks, assignment_id: UUID, form: Uploaded
) -> Response:
    """Accept a file; or show the page again with the typed code, and why not."""
    source = form.source()
    if isinstance(source, Message):
        return _page(request, service, caller, assignment_id, typed=form.code, message=source)
    now = service.now()
    try:
        with service.database.begin() as session:
            found = assignments.get(session, caller, assignment_id, Action.SUBMIT)
            most = service.settings.student_bytes
            made = submit.submit(session, service.queue, caller, found, source, most_bytes=most, now=now)
            receipts.issue(session, made, now=now)
    except _NOT_TAKEN as error:
        message, status = problem_message(error), status_of(error)
        return _page(request, service, caller, assignment_id, typed=form.code, message=message, status=status)
    service.queue.wake()
    return RedirectResponse(f"/submissions/{made.id}", _SEE_OTHER)


@router.get("/assignments/{assignment_id:uuid}/starter")
def starter(service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """The file to begin with."""
    with service.database.read() as session:
        found = assignments.get(session, caller, assignment_id)
    if not found.starter:
        raise NotFound
    return download(USUAL_NAME, found.starter.encode())


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    assignment_id: UUID,
    *,
    typed: str | None = None,
    message: Message | None = None,
    status: int = _REFUSED,
) -> Response:
    with service.database.read() as session:
        seen = _seen(session, service, caller, assignment_id)
    if typed is not None:
        seen["begun"] = Begun(seen["begun"].name, typed)
    return render(
        request,
        "assignment.html",
        status=status if message else 200,
        message=message,
        now=service.now(),
        **seen,
    )


@dataclass(frozen=True, slots=True)
class Begun:
    """The text that the editor starts with."""

    name: str
    code: str
    remark: str = ""


def _seen(session: Session, service: Service, caller: Caller, assignment_id: UUID) -> dict[str, Any]:
    """All that the page shows."""
    now = service.now()
    found = assignments.get(session, caller, assignment_id)
    course = courses.course_of(session, found)
    status = deadline_statuses(session, caller, [found], now=now)[found.id]
    version = current_version(session, found)
    used = submit.own_attempts(session, caller, found, now=now)
    history = result.own_history(session, caller, found, now=now)
    grade = own_grade(
        session, caller, found, history, possible=version.points, deadlines=status.deadlines, now=now
    )
    may_submit = may(session, caller, Action.SUBMIT, course.id)
    return {
        "assignment": found,
        "instructions": Markup(assignments.instructions_html(found)),  # noqa: S704 - text and its form alone
        "course": course,
        "version": version,
        "deadline_status": status,
        "used": used,
        "tried": attempts(history),
        "trend": Markup(trend(_shares(history))),  # noqa: S704 - numbers alone, drawn by us
        "begun": _begun(session, found, history),
        "late_penalty": late_penalty(found),
        "late_now": late_now(found, status, now),
        "grade": grade,
        "grade_reason": grade_reason(grade, found.counts) if grade else [],
        "asked": asked(version),
        "cooldown": cooldown(found.cooldown_seconds),
        "closed": not_accepted(status, used, course) if may_submit else _observer(),
        "draft": draft_name(found.id, caller),
        "staff": may(session, caller, Action.SEE_SUBMISSIONS, course.id),
    }


def _shares(history: list[Result]) -> list[float]:
    return [each.score.share for each in reversed(history) if each.score]


def _begun(session: Session, assignment: Assignment, history: list[Result]) -> Begun:
    """The last attempt, or the starter file of the assignment."""
    starter_remark = _("The editor starts with the starter file.") if assignment.starter else ""
    if not history:
        return Begun(USUAL_NAME, assignment.starter, starter_remark)
    last = history[0].submission
    if PurePath(last.file_name).suffix.lower() == ".ipynb":
        remark = _("Your last attempt is a notebook, which the editor cannot show.")
        return Begun(USUAL_NAME, assignment.starter, remark)
    try:
        text = reading.content(session, last).decode("utf-8-sig", errors="replace")
    except Deleted:
        return Begun(USUAL_NAME, assignment.starter, starter_remark)
    return Begun(last.file_name, text, _("The editor starts with your last submission."))


def _observer() -> Message:
    return Message(_("You can view this course, but you cannot submit."))
