"""The first page: what this is, a place to try it, and the courses of who is signed in."""

from fastapi import APIRouter, Request, Response

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words.en import home as words
from submissions import courses

router = APIRouter()


@router.get("/")
def home(request: Request, service: Ours, caller: Asks) -> Response:
    """The page."""
    mine = []
    if caller.person_id is not None:
        with service.database.read() as session:
            mine = courses.visible(session, caller)
    return render(request, "home.html", words=words, courses=mine)
