"""An assignment: what to do, until when, what late work costs, handing in, and one's attempts."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from sqlalchemy.orm import Session

from api.pages._attempts import Attempt, attempts
from api.pages._download import download
from api.pages._handed import USUAL_NAME, Handing
from api.pages._page import render
from api.pages._standing import Phase, Standing, standing
from api.pictures.trend import trend
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.problems import STATUS
from api.words import Message
from api.words.en import assignment as words
from api.words.en import request as request_words
from api.words.en.moment import when
from submissions import assignments, hand_in, receipts, secrets, submitted
from submissions.errors import Closed, NoAttemptsLeft, NotFound, NotOpenYet, TooSoon
from submissions.hand_in import Attempts
from submissions.policy import Action, Caller, may
from submissions.service import Service
from submissions.tables import Assignment, Counts, Course, Extension

router = APIRouter()

_REFUSED = 422
_SEE_OTHER = 303
_NOT_TAKEN = (NotOpenYet, Closed, NoAttemptsLeft, TooSoon)


@router.get("/assignments/{assignment_id:uuid}")
def assignment(request: Request, service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """The page, with what was handed in last in its editor."""
    return _page(request, service, caller, assignment_id)


@router.post("/assignments/{assignment_id:uuid}")
def hand_in_file(
    request: Request, service: Ours, caller: Asks, assignment_id: UUID, handed: Handing
) -> Response:
    """Take a file; or the page again with what was typed, and why not."""
    source = handed.source()
    if isinstance(source, Message):
        return _page(request, service, caller, assignment_id, typed=handed.code, message=source)
    now = service.now()
    try:
        with service.database.begin() as session:
            found = assignments.get(session, caller, assignment_id, Action.SUBMIT)
            secrets.key(session, receipts.KEY, now=now)
            made = hand_in.hand_in(session, service.queue, found, caller.known, source, now=now)
    except _NOT_TAKEN as error:
        message, status = request_words.message(error), STATUS[error.kind]
        return _page(
            request, service, caller, assignment_id, typed=handed.code, message=message, status=status
        )
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
        words=words,
        message=message,
        now=service.now(),
        **seen,
    )


@dataclass(frozen=True, slots=True)
class Begun:
    """What the editor begins with."""

    name: str
    code: str
    remark: str = ""


def _seen(session: Session, service: Service, caller: Caller, assignment_id: UUID) -> dict[str, Any]:
    """All that the page shows."""
    now = service.now()
    found = assignments.get(session, caller, assignment_id)
    course = session.get_one(Course, found.course_id)
    extension = session.get(Extension, (found.id, caller.known))
    stands = standing(found, extension, now=now)
    version = hand_in.current_version(session, found)
    used = hand_in.attempts_of(session, found, caller.known, now=now, extension=extension)
    tried = attempts(session, found, caller.known, now=now, extension=extension)
    may_hand_in = may(session, caller, Action.SUBMIT, course.id)
    return {
        "assignment": found,
        "course": course,
        "version": version,
        "standing": stands,
        "used": used,
        "tried": tried,
        "trend": Markup(trend(_shares(tried))),  # noqa: S704 - numbers alone, drawn by us
        "begun": _begun(session, found, tried),
        "closed": _closed(stands, used, course) if may_hand_in else Message(words.OBSERVER),
        "at_once": _nothing_to_lose(found),
        "staff": may(session, caller, Action.SEE_SUBMISSIONS, course.id),
    }


def _shares(tried: list[Attempt]) -> list[float]:
    return [each.share for each in reversed(tried) if each.share is not None]


def _begun(session: Session, assignment: Assignment, tried: list[Attempt]) -> Begun:
    """The last attempt, or the file of the assignment."""
    if not tried:
        return Begun(USUAL_NAME, assignment.starter, words.EDITOR_STARTER if assignment.starter else "")
    last = tried[0].submission
    if PurePath(last.file_name).suffix.lower() == ".ipynb":
        return Begun(USUAL_NAME, assignment.starter, words.NOTEBOOK)
    text = submitted.content(session, last).decode("utf-8-sig", errors="replace")
    return Begun(last.file_name, text, words.EDITOR_FILLED)


def _closed(stands: Standing, used: Attempts, course: Course) -> Message | None:
    """Why nothing is taken now; None where something is."""
    dates = stands.deadlines
    if stands.phase is Phase.SOON and dates.opens_at:
        return words.not_open(when(dates.opens_at, course.zone).striptags())
    if stands.phase is Phase.OVER:
        return words.closed(when(dates.closes_at, course.zone).striptags() if dates.closes_at else "")
    if used.limit is not None and used.used >= used.limit:
        return words.used_up(used.limit)
    return None


def _nothing_to_lose(assignment: Assignment) -> bool:
    """Whether a file that is dropped is handed in without another question."""
    free = assignment.attempt_limit is None and not assignment.cooldown_seconds
    return free and assignment.counts == Counts.BEST
