"""The pages of the footer: help, accessibility, privacy, status."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.web.caller import FOR_HEADER
from api.web.dependencies import Ours
from api.words import readiness as words
from submissions.operating.readiness import lacks

router = APIRouter(dependencies=[FOR_HEADER])


@router.get("/help")
def help_page(request: Request) -> Response:
    """Show how to submit, how to read a result, and what to do if something fails."""
    return render(request, "help.html")


@router.get("/accessibility")
def accessibility(request: Request) -> Response:
    """Show what was tested, and how to report a barrier."""
    return render(request, "accessibility.html")


@router.get("/privacy")
def privacy(request: Request, service: Ours) -> Response:
    """Show what is kept, for how long, and who sees it."""
    return render(request, "privacy.html", settings=service.settings)


@router.get("/status")
def status(request: Request, service: Ours) -> Response:
    """Show whether files are accepted and graded now."""
    found = [words.lack(each) for each in lacks(service.database, now=service.now())]
    return render(request, "status.html", lacking=found)
