"""What each kind of problem is: where the `type` of a problem document leads."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.problems.kinds import Kind
from api.web.caller import FOR_HEADER
from submissions.errors import NotFound

router = APIRouter(dependencies=[FOR_HEADER])


@router.get("/problems/{kind}")
def problem(request: Request, kind: str) -> Response:
    """Show what a problem means, and what to try next."""
    problem = next((known.value for known in Kind if known.slug == kind), None)
    if problem is None:
        raise NotFound
    return render(request, "problem.html", kind=kind, title=problem.translated_title, message=problem.message)
