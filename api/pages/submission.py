"""A submission of an assignment: where it is in the queue, then its result, in the same page."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.hints import Rung
from api.pages._download import download
from api.pages._page import render
from api.pages._result import result
from api.web import events
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from api.words.en import submission as words
from api.words.en.moment import when
from grader.report import Report
from submissions import hand_in, receipts, submitted
from submissions.deadlines import Deadlines, after_lateness
from submissions.errors import NotAllowed, NotWithdrawable
from submissions.policy import Caller
from submissions.service import Service
from submissions.statuses import Status, statuses
from submissions.tables import (
    UNFINISHED,
    Assignment,
    AssignmentVersion,
    Course,
    Extension,
    Grading,
    Person,
    Secret,
    State,
    Submission,
)

router = APIRouter()

_SEE_OTHER = 303


@dataclass(frozen=True, slots=True)
class Score:
    """What a submission earned."""

    earned: Decimal
    possible: Decimal
    left: Decimal
    """After what lateness costs."""

    @property
    def percent(self) -> float:
        """Of everything."""
        return float(100 * self.earned / self.possible)


@router.get("/submissions/{submission_id:uuid}")
def submission(request: Request, service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """The page."""
    with service.database.read() as session:
        found = submitted.get(session, caller, submission_id)
        seen = _seen(session, service, caller, found)
    return render(request, "submission.html", words=words, submission=found, now=service.now(), **seen)


@router.get("/submissions/{submission_id:uuid}/events")
async def submission_events(request: Request, service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """What becomes of it, as it happens."""
    await run_in_threadpool(_require_visible, service, caller, submission_id)
    return await events.stream(request, submission_id)


@router.get("/submissions/{submission_id:uuid}/file")
def submission_file(service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """The file again."""
    with service.database.read() as session:
        found = submitted.get(session, caller, submission_id)
        return download(found.file_name, submitted.content(session, found))


@router.post("/submissions/{submission_id:uuid}/withdraw")
def withdraw(service: Ours, caller: Asks, submission_id: UUID) -> Response:
    """Take it back while it waits. If it is too late, its page says how it is."""
    try:
        with service.database.begin() as session:
            found = submitted.get(session, caller, submission_id)
            if found.person_id != caller.person_id:
                raise NotAllowed
            hand_in.withdraw(session, found, now=service.now())
    except NotWithdrawable:
        pass
    return RedirectResponse(f"/submissions/{submission_id}", _SEE_OTHER)


def _require_visible(service: Service, caller: Caller, submission_id: UUID) -> None:
    with service.database.read() as session:
        submitted.get(session, caller, submission_id)


def _seen(session: Session, service: Service, caller: Caller, found: Submission) -> dict[str, Any]:
    """All that the page shows."""
    now = service.now()
    assignment = session.get_one(Assignment, found.assignment_id)
    course = session.get_one(Course, assignment.course_id)
    deadlines = Deadlines.of(assignment, session.get(Extension, (assignment.id, found.person_id)))
    own = found.person_id == caller.person_id
    seen: dict[str, Any] = {
        "assignment": assignment,
        "course": course,
        "progress": _progress(session, found),
        "late_days": deadlines.days_late(found.created_at),
        "own": own,
        "student": "" if own else session.get_one(Person, found.person_id).name,
        "signature": _signature(session, found),
        "notices": list(_notices(found)),
        "view": None,
        "score": None,
    }
    if found.state != State.GRADED:
        return seen
    shown = submitted.shown_by(assignment, deadlines)
    if shown and now < shown and not submitted.may_see_result(session, caller, found, now):
        seen["notices"].append((words.shown_later(when(shown, course.zone).striptags()), ""))
        return seen
    return {**seen, **_result(session, found, assignment, deadlines)}


def _progress(session: Session, found: Submission) -> Status:
    """Where it is; of one that is done its own row says it."""
    if found.state in UNFINISHED:
        return statuses(session, [found.id])[found.id]
    return Status(State(found.state), found.revision, None)


def _result(
    session: Session, found: Submission, assignment: Assignment, deadlines: Deadlines
) -> dict[str, Any]:
    grading = submitted.grading(session, found)
    if grading is None or grading.report is None:
        return {}
    report = Report.model_validate_json(grading.report)
    return {
        "view": result(report, submitted.content(session, found), Rung(assignment.hint_rung)),
        "score": _score(session, grading, assignment, deadlines, found.created_at),
    }


def _score(
    session: Session, grading: Grading, assignment: Assignment, deadlines: Deadlines, at: datetime
) -> Score | None:
    if grading.points is None:
        return None
    possible = session.get_one(AssignmentVersion, grading.version_id).points
    return Score(grading.points, possible, after_lateness(grading.points, assignment, deadlines, at))


def _notices(found: Submission) -> list[tuple[Message, str]]:
    """What has to be said before anything else, and how it looks."""
    said = []
    if found.reused:
        said.append((words.REUSED, ""))
    if found.state == State.WITHDRAWN:
        said.append((words.WITHDRAWN, ""))
    if found.state == State.INTERNAL_ERROR:
        said.append((words.INTERNAL_ERROR, "other"))
    return said


def _signature(session: Session, found: Submission) -> str:
    """The receipt's; empty where no receipt was ever signed here."""
    kept = session.get(Secret, receipts.KEY)
    return receipts.sign(receipts.receipt_of(found), kept.value) if kept else ""
