"""The jobs of the whole service, for who runs it: what waits, what failed, and another try."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.pages._typed import Typed
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.words import jobs as words
from submissions.errors import NotFound
from submissions.operating import jobs
from submissions.operating.jobs import JobType

router = APIRouter()

_HERE = "/jobs"


@router.get(_HERE)
def show(request: Request, service: Ours, caller: Asks) -> Response:
    """Show how many jobs of each kind there are, and those that failed."""
    with service.database.read() as session:
        counts = jobs.counts(session, caller, now=service.now())
        failed = jobs.failed(session, caller)
    return render(
        request,
        "jobs.html",
        counts=counts,
        failed=failed,
        most=jobs.MOST,
        kinds=words.KINDS,
        given_up=words.GIVEN_UP,
        reason=words.reason,
    )


@router.post(_HERE)
def retry(service: Ours, caller: Asks, typed: Typed) -> Response:
    """Try the failed jobs of a kind again."""
    try:
        kind = JobType(typed.get("kind", ""))
    except ValueError:
        raise NotFound from None
    jobs.try_again(service.database, service.bell, caller, kind, service.now)
    return see_other(_HERE)
