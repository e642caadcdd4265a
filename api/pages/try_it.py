"""A file tried without an account: the form, and its result under a key that nobody else has."""

from datetime import datetime
from functools import cache
from http import HTTPStatus
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.browser.check_request import CheckRequest
from api.i18n import N_, gettext as _
from api.pages import _errors
from api.pages._browser_check import offered
from api.pages._download import download
from api.pages._fields import Asked, Line
from api.pages._page import render
from api.pages._report import page_of
from api.pages._soon import read_soon
from api.pages._upload_form import USUAL_NAME, Begun, Uploaded, UploadRefusal
from api.pages._workbench import Workbench, classes, text_of
from api.pages.home import EXAMPLE
from api.web import events, signing_in
from api.web.body_limit import takes_file
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.web.see_other import created
from api.words import Message
from grader.report import Report
from submissions.errors import NotFound, TooOften
from submissions.grading.intake import trials
from submissions.operating.service import Service
from submissions.people.access import throttle
from submissions.people.access.policy import Caller
from submissions.tables import Submission
from submissions.teaching.results import reading, result
from submissions.teaching.results.subscriptions import OneSubmission

router = APIRouter(dependencies=[FOR_HEADER])

STAGES = {
    "full": N_("Usual: local rules, whole graph, operations and training"),
    "core": N_("Core: a chain, a value used twice, five nodes, a diamond"),
    "local-rules": N_("Local rules: the derivatives of + and *, without backward()"),
    "whole-graph": N_("Whole graph: backward(), its order and its sums"),
    "operations": N_(
        "Operations: negation, subtraction, division, powers, tanh, exp, log, relu, plain numbers"
    ),
    "training": N_("Training: several passes, and zero_grad()"),
    "stress": N_("Stress: 5,000 nodes in a row and other large graphs"),
    "network": N_("Network: neuron, layer, MLP, parameters(), a step"),
    "everything": N_("All suites about the class, including stress"),
}
"""The choices of the form."""
GRADED_ON = {
    "full": N_("Graded on local rules, the whole graph, operations and training"),
    "core": N_("Graded on the core suites"),
    "local-rules": N_("Graded on local rules"),
    "whole-graph": N_("Graded on the whole graph"),
    "operations": N_("Graded on operations"),
    "training": N_("Graded on training"),
    "stress": N_("Graded on stress"),
    "network": N_("Graded on networks"),
    "everything": N_("Graded on all suites about the class"),
}
"""The texts above a result."""

DRAFT = "draft:try"
"""The name under which a browser keeps what is typed here."""

_USUAL_STAGE = "full"
_BUCKET = "trial"


@router.get("/try")
def form(request: Request, service: Ours, stage: Asked = _USUAL_STAGE, *, example: bool = False) -> Response:
    """Show the empty form, or with an example in its editor."""
    return _form(request, service, stage=stage, code=_example() if example else "")


def _may_try(request: Request) -> None:
    """Check that the address has a trial left. Raises `TooOften` if it has none."""
    service: Service = request.app.state.service
    limits = throttle.trials(service.settings.trials_per_hour)
    with service.database.begin() as session:
        throttle.require_left(session, _BUCKET, signing_in.whom(request), limits, now=service.now())


@router.post("/try")
@takes_file(_may_try)
def try_out(request: Request, service: Ours, typed: Uploaded, stage: Line) -> Response:
    """Accept a file; or show the form again with the typed code, and why not."""
    source = typed.source()
    if isinstance(source, Message):
        return _form(
            request,
            service,
            stage=stage,
            code=typed.code,
            class_name=typed.class_name,
            refusal=UploadRefusal(source, typed.target),
        )
    now = service.now()
    try:
        with service.database.begin() as session:
            _spend(session, request, service)
            key = trials.begin(session, stage, source, whom=signing_in.whom(request), now=now)
    except TooOften as error:
        refusal = UploadRefusal.of(error)
        return _form(
            request, service, stage=stage, code=typed.code, class_name=typed.class_name, refusal=refusal
        )
    return created(request, f"/try/{key}")


@router.get("/try/{key}")
def trial(request: Request, service: Ours, key: str) -> Response:
    """Show the result, or where the file is in the queue."""

    def read(session: Session) -> dict[str, Any]:
        return _content(session, trials.find(session, key, now=service.now()), service.now())

    try:
        seen = read_soon(service.database, read)
    except NotFound:
        return _errors.page(request, HTTPStatus.NOT_FOUND, _gone())
    return render(request, "trial.html", now=service.now(), key=key, graded_on=GRADED_ON, **seen)


@router.get("/try/{key}/events")
async def trial_events(request: Request, service: Ours, key: str) -> Response:
    """Stream each change of the trial's state."""
    submission_id = await run_in_threadpool(_id_of, service, key)
    return await events.stream(request, OneSubmission(submission_id), Caller())  # the key lets everybody in


@router.get("/try/{key}/file")
def trial_file(service: Ours, key: str) -> Response:
    """Download the file."""
    with service.database.read() as session:
        submission = trials.find(session, key, now=service.now())
        return download(submission.file_name, reading.content(session, submission))


def _form(
    request: Request,
    service: Service,
    *,
    stage: str,
    code: str,
    class_name: str = "",
    refusal: UploadRefusal | None = None,
) -> Response:
    is_open = service.settings.trials_per_hour > 0
    return render(
        request,
        "try_it.html",
        status=refusal.status if refusal else HTTPStatus.OK,
        wrong=refusal and refusal.error,
        open=is_open,
        check_asked=offered(request, CheckRequest(stage=_USUAL_STAGE) if is_open else None),
        stage=stage,
        stages=[(stage, _(text)) for stage, text in STAGES.items()],
        begun=Begun(USUAL_NAME, code),
        class_name=class_name,
        draft=DRAFT,
        refusal=refusal,
    )


def _gone() -> Message:
    return Message(
        _("This result was not found."),
        _("Files tried without an account are deleted within one hour. Try the file again."),
    )


def _spend(session: Session, request: Request, service: Service) -> None:
    """Count one trial against the limit of the address."""
    limits = throttle.trials(service.settings.trials_per_hour)
    throttle.spend(session, _BUCKET, signing_in.whom(request), limits, now=service.now())


def _content(session: Session, submission: Submission, now: datetime) -> dict[str, Any]:
    """Return what the page shows of the trial now."""
    seen = result.result_of(session, Caller(), submission, now=now)
    report = result.report_of(session, seen)
    content = reading.content(session, submission)
    return {
        "submission": submission,
        "stage": seen.assignment.title,
        "progress": seen.progress,
        "view": page_of(report, content) if report else None,
        "bench": _workbench(submission, seen.assignment.title, content, report.report if report else None),
    }


def _workbench(submission: Submission, stage: str, content: bytes, report: Report | None) -> Workbench | None:
    code = text_of(submission.file_name, content)
    if code is None or stage not in STAGES:
        return None
    return Workbench(
        action="/try",
        name=submission.file_name,
        code=code,
        draft=DRAFT,
        stage=stage,
        class_name=submission.class_name,
        classes=classes(submission, report),
    )


def _id_of(service: Service, key: str) -> UUID:
    with service.database.read() as session:
        return trials.find(session, key, now=service.now()).id


@cache
def _example() -> str:
    return EXAMPLE.read_text(encoding="utf-8")
