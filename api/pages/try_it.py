"""A file tried without an account: the form, and its result under a key that nobody else has."""

from functools import cache
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.hints import Rung
from api.pages import _errors
from api.pages._download import download
from api.pages._handed import USUAL_NAME, Handing
from api.pages._page import render
from api.pages._result import result
from api.pages.home import EXAMPLE
from api.web import events
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.words import Message
from api.words.en import request as request_words
from api.words.en import try_it as words
from submissions import submitted, throttle, trials
from submissions.errors import NotFound, TooOften
from submissions.service import Service
from submissions.statuses import statuses
from submissions.tables import Assignment, Submission

router = APIRouter(dependencies=[FOR_HEADER])

_USUAL_STAGE = "full"
_NOT_FOUND, _REFUSED, _TOO_OFTEN = 404, 422, 429
_SEE_OTHER = 303
_BUCKET = "trial"


@router.get("/try")
def form(request: Request, service: Ours, stage: str = _USUAL_STAGE, *, example: bool = False) -> Response:
    """The empty form, or with an example in its editor."""
    return _form(request, service, stage=stage, code=_example() if example else "")


@router.post("/try")
def try_out(request: Request, service: Ours, handed: Handing, stage: Annotated[str, Form()]) -> Response:
    """Take a file; or the form again with what was typed, and why not."""
    source = handed.source()
    if isinstance(source, Message):
        return _form(request, service, stage=stage, code=handed.code, message=source, status=_REFUSED)
    now = service.now()
    try:
        with service.database.begin() as session:
            _spend(session, request, service)
            key = trials.begin(session, service.queue, stage, source, now=now)
    except TooOften as error:
        message = request_words.message(error)
        return _form(request, service, stage=stage, code=handed.code, message=message, status=_TOO_OFTEN)
    service.queue.wake()
    return RedirectResponse(f"/try/{key}", _SEE_OTHER)


@router.get("/try/{key}")
def trial(request: Request, service: Ours, key: str) -> Response:
    """The result, or where the file is in the queue."""
    try:
        with service.database.read() as session:
            submission = trials.find(session, key, now=service.now())
            seen = _seen(session, submission)
    except NotFound:
        return _errors.page(request, _NOT_FOUND, words.GONE)
    return render(
        request, "trial.html", words=words, key=key, submission=submission, now=service.now(), **seen
    )


@router.get("/try/{key}/events")
async def trial_events(request: Request, service: Ours, key: str) -> Response:
    """What becomes of it, as it happens."""
    return await events.stream(request, await run_in_threadpool(_id_of, service, key))


@router.get("/try/{key}/file")
def trial_file(service: Ours, key: str) -> Response:
    """The file again."""
    with service.database.read() as session:
        submission = trials.find(session, key, now=service.now())
        return download(submission.file_name, submitted.content(session, submission))


def _form(
    request: Request,
    service: Service,
    *,
    stage: str,
    code: str,
    message: Message | None = None,
    status: int = 200,
) -> Response:
    return render(
        request,
        "try_it.html",
        status=status,
        words=words,
        open=service.settings.trials_per_hour > 0,
        stage=stage,
        stages=list(words.STAGES.items()),
        code=code,
        name=USUAL_NAME,
        message=message,
    )


def _spend(session: Session, request: Request, service: Service) -> None:
    """One trial of those that an address has."""
    limits = throttle.trials(service.settings.trials_per_hour)
    whom = throttle.whom(request.client.host if request.client else None)
    throttle.spend(session, _BUCKET, whom, limits, now=service.now())


def _seen(session: Session, submission: Submission) -> dict[str, Any]:
    """What the page shows of it by now."""
    assignment = session.get_one(Assignment, submission.assignment_id)
    seen = {
        "stage": assignment.title,
        "progress": statuses(session, [submission.id])[submission.id],
        "view": None,
    }
    report = submitted.report(session, submission)
    if report is None:
        return seen
    shown = result(report, submitted.content(session, submission), Rung(assignment.hint_rung))
    return {**seen, "view": shown}


def _id_of(service: Service, key: str) -> UUID:
    with service.database.read() as session:
        return trials.find(session, key, now=service.now()).id


@cache
def _example() -> str:
    return EXAMPLE.read_text(encoding="utf-8")
