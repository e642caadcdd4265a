"""The events of a submission."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from api.rest._caller import Known
from api.web.dependencies import Ours
from api.web.events import stream
from api.web.openapi import RATE_LIMIT
from submissions.results import reading

router = APIRouter(tags=["submissions"])

_STREAM = {
    "description": "events named `state`, whose data is a JSON document; the last one ends the stream",
    "headers": RATE_LIMIT,
    "content": {
        "text/event-stream": {
            "example": 'event: state\ndata: {"state":"queued","revision":1,"ahead":12}\nid: 1-12\n\n',
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


def _allowed(ours: Ours, caller: Known, submission_id: UUID) -> UUID:
    with ours.database.read() as session:
        return reading.get(session, caller, submission_id).id


@router.get(
    "/submissions/{submission_id}/events",
    operation_id="watch-submission",
    response_class=Response,
    responses={200: _STREAM, 204: _OVER},
    openapi_extra={"parameters": [_LAST_HEARD]},
)
async def watch_submission(
    request: Request, caller: Known, allowed: Annotated[UUID, Depends(_allowed)]
) -> Response:
    """Every change of a submission's state and of its place in the queue, until it is graded.

    Server-sent events, with a comment every 15 seconds where nothing changes. Who comes back with
    `Last-Event-ID` hears only what is new. A stream ends where its token is revoked or its owner may no
    longer see the submission; one person has 20 at the same time.
    """
    return await stream(request, allowed, caller)
