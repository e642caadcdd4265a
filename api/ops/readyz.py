"""`GET /readyz`: files can be taken and graded now. Else 503, with what is lacking."""

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from api.web import problems
from api.web.dependencies import Ours
from api.words.en import readiness as words
from submissions.readiness import lacks

router = APIRouter(tags=["operations"])

_UNAVAILABLE = 503
_RETRY = {"Retry-After": "5"}


class Ready(BaseModel):
    """Database, tables, queue and sandbox are as they have to be."""

    ready: Literal[True] = True


@router.get(
    "/readyz",
    operation_id="readyz",
    summary="Whether files can be taken and graded",
    response_model=Ready,
    responses={_UNAVAILABLE: {"description": "Something is lacking; `errors` says what."}},
)
def readyz(request: Request, ours: Ours) -> Ready | Response:
    """For whoever decides where requests go."""
    found = lacks(ours.database, now=ours.now())
    if not found:
        return Ready()
    errors = [{"in": str(each.part), "detail": words.lack(each)} for each in found]
    return problems.answer(
        request, _UNAVAILABLE, "unavailable", words.not_ready(), errors=errors, headers=_RETRY
    )
