"""A lab, live: the projector view without names, and what tells a page that there are new results."""

from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from api.pages._visit import Visit
from api.web import events
from api.words import finding as finding_words
from submissions.courses.assignments import assignments
from submissions.people.access.policy import Action
from submissions.teaching.figures.class_figures import ClassFigures
from submissions.teaching.figures.pulse import pulse
from submissions.teaching.figures.selection import Selection
from submissions.teaching.results.subscriptions import OneAssignment

router = APIRouter()

_MOST = 5
"""Causes on the wall."""


@router.get("/teach/assignments/{assignment_id:uuid}/lab")
def lab(visit: Visit, assignment_id: UUID) -> Response:
    """Show how the class does, for a projector."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        of = ClassFigures(session, assignment, Selection())
        turnout, found = of.turnout, [each for each in of.causes[:_MOST] if each.now]
        now = pulse(session, assignment)
    return visit.page(
        "teach_lab.html",
        assignment=assignment,
        turnout=turnout,
        pulse=now,
        causes=[(finding_words.cause(each.cause), each.now) for each in found],
    )


@router.get("/teach/assignments/{assignment_id:uuid}/pulse")
def assignment_pulse(visit: Visit, assignment_id: UUID) -> Response:
    """Answer with a short text that changes when there are new results."""
    return PlainTextResponse(_pulse(visit, assignment_id), headers={"Cache-Control": "no-store"})


@router.get("/teach/assignments/{assignment_id:uuid}/events")
async def assignment_events(visit: Visit, assignment_id: UUID) -> Response:
    """Stream this text as it changes."""
    await run_in_threadpool(_pulse, visit, assignment_id)
    return await events.stream(visit.request, OneAssignment(assignment_id), visit.caller)


def _pulse(visit: Visit, assignment_id: UUID) -> str:
    with visit.database.read() as session:
        return str(
            pulse(session, assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS))
        )
