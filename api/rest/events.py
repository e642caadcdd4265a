"""The events of a submission, and of an assignment."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from api.rest._visit import Known, Visit
from api.web.events import stream
from api.web.openapi import RATE_LIMIT
from submissions.courses.assignments import assignments
from submissions.people.access.policy import Action
from submissions.teaching.results import reading
from submissions.teaching.results.subscriptions import OneAssignment, OneSubmission

router = APIRouter()

_STATES = {
    "description": "events named `state`, whose data is a JSON document; the last one ends the stream",
    "headers": RATE_LIMIT,
    "content": {
        "text/event-stream": {
            "example": 'event: state\ndata: {"state":"queued","revision":1,"ahead":12}\nid: 1-12\n\n',
        }
    },
}
_COUNTS = {
    "description": "events named `counts`, whose data is a JSON document",
    "headers": RATE_LIMIT,
    "content": {
        "text/event-stream": {
            "example": 'event: counts\ndata: {"submissions":{"queued":1,"grading":0,"graded":41},'
            '"results":41}\nid: 1-0-41-41\n\n',
        }
    },
}
_LAST_HEARD = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "description": "the id of the last event you heard",
    "schema": {"type": "string"},
}
_OVER = {"description": "you have heard the last event: there is no need to come back"}


def _submission(visit: Visit, submission_id: UUID) -> OneSubmission:
    with visit.database.read() as session:
        return OneSubmission(reading.get(session, visit.caller, submission_id).id)


def _assignment(visit: Visit, assignment_id: UUID) -> OneAssignment:
    with visit.database.read() as session:
        return OneAssignment(assignments.get(session, visit.caller, assignment_id, Action.SEE_SUBMISSIONS).id)


@router.get(
    "/submissions/{submission_id}/events",
    tags=["submissions"],
    response_class=Response,
    responses={200: _STATES, 204: _OVER},
    openapi_extra={"parameters": [_LAST_HEARD]},
)
async def watch_submission(
    request: Request, caller: Known, allowed: Annotated[OneSubmission, Depends(_submission)]
) -> Response:
    """Every change of a submission's state and of its place in the queue, until it is graded.

    Server-sent events, with a comment every 15 seconds where nothing changes. Who comes back with
    `Last-Event-ID` hears only what is new. A stream ends where its token is revoked or its owner may no
    longer see the submission; one person has 20 at the same time.
    """
    return await stream(request, allowed, caller)


@router.get(
    "/assignments/{assignment_id}/events",
    tags=["figures"],
    response_class=Response,
    responses={200: _COUNTS},
    openapi_extra={"parameters": [_LAST_HEARD]},
)
async def watch_assignment(
    request: Request, caller: Known, allowed: Annotated[OneAssignment, Depends(_assignment)]
) -> Response:
    """How many submissions and results an assignment has, at each change, at most once a second.

    What tells a dashboard that its figures are other ones now. Server-sent events, with a comment every 15
    seconds where nothing changes; a stream ends after a quarter of an hour, and who comes back with
    `Last-Event-ID` hears only what is new. It ends, too, where its owner may no longer see the submissions;
    one person has 20 streams at the same time.
    """
    return await stream(request, allowed, caller)
