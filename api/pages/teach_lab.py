"""A lab, live: the projector view without names, and what tells a page that there are new results."""

from uuid import UUID

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from api.pages._page import render
from api.web import events
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import finding as finding_words
from submissions.courses.assignments import assignments
from submissions.operating.service import Service
from submissions.people.access.policy import Action, Caller
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.pulse import pulse
from submissions.teaching.figures.selection import Selection
from submissions.teaching.results.subscriptions import OneAssignment

router = APIRouter()

_MOST = 5
"""Causes on the wall."""


@router.get("/teach/assignments/{assignment_id:uuid}/lab")
def lab(request: Request, service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """The page for a projector."""
    with service.database.read() as session:
        assignment = assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)
        of = ClassFigures(session, assignment, Selection())
        turnout, found = of.turnout, [each for each in of.causes[:_MOST] if each.now]
        now = pulse(session, assignment)
    return render(
        request,
        "teach_lab.html",
        assignment=assignment,
        turnout=turnout,
        pulse=now,
        causes=[(finding_words.cause(each.cause), each.now) for each in found],
    )


@router.get("/teach/assignments/{assignment_id:uuid}/pulse")
def assignment_pulse(service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """A short text that is another one when there are new results."""
    return PlainTextResponse(_pulse(service, caller, assignment_id), headers={"Cache-Control": "no-store"})


@router.get("/teach/assignments/{assignment_id:uuid}/events")
async def assignment_events(request: Request, service: Ours, caller: Asks, assignment_id: UUID) -> Response:
    """Stream this text as it changes."""
    await run_in_threadpool(_pulse, service, caller, assignment_id)
    return await events.stream(request, OneAssignment(assignment_id), caller)


def _pulse(service: Service, caller: Caller, assignment_id: UUID) -> str:
    with service.database.read() as session:
        return str(pulse(session, assignments.get(session, caller, assignment_id, Action.SEE_SUBMISSIONS)))
