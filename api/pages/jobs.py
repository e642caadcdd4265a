"""The jobs of the whole service, for who runs it: what waits, what failed, and another try."""

from fastapi import APIRouter, Response

from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words import jobs as words
from submissions.errors import NotFound
from submissions.operating import jobs
from submissions.tables import JobKind

router = APIRouter()

_HERE = "/jobs"


@router.get(_HERE)
def show(visit: Visit) -> Response:
    """Show how many jobs of each kind there are, and those that failed."""
    chores = jobs.chores_of(visit.service.settings)
    with visit.database.read() as session:
        counts = jobs.counts(session, visit.caller, now=visit.now(), chores=chores)
        failed = jobs.failed(session, visit.caller, chores)
    return visit.page(
        "jobs.html",
        counts=counts,
        failed=failed,
        most=jobs.MOST,
        kinds=words.KINDS,
        given_up=words.GIVEN_UP,
        what=words.WHAT,
        name=words.name,
        reason=words.reason,
    )


@router.post(_HERE)
def retry(visit: Visit, typed: Typed) -> Response:
    """Try the failed jobs of a kind again."""
    try:
        kind = JobKind(typed.get("kind", ""))
    except ValueError:
        raise NotFound from None
    jobs.try_again(visit.database, visit.caller, kind, visit.now)
    return see_other(_HERE)
