"""`GET /readyz`: files can be taken and graded now. Else 503, with what is lacking."""

from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.problems.answers import answer
from api.problems.kinds import Kind
from api.web.probes import probes_of
from api.words import readiness as words
from submissions.operating.readiness import FailedCheck, ReadinessPart, lacks

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
async def readyz(request: Request) -> Ready | Response:
    """Answer the load balancer that decides where requests go."""
    probes = probes_of(request)
    ours = probes.service
    try:
        failed = await probes.run(lambda: lacks(ours.database, now=ours.now(), stillness=probes.stillness))
    except PoolTimeout:
        failed = [FailedCheck(ReadinessPart.DATABASE)]
    if not failed:
        return Ready()
    errors = [{"in": str(check.part), "detail": words.lack(check)} for check in failed]
    return answer(request, Kind.UNAVAILABLE, words.not_ready(), errors=errors, headers=_RETRY)
