"""The first page: what this is and a place to try it, or the courses of who is signed in."""

from functools import cache

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from api.finding_account import FindingAccount, finding_account
from api.pages._page import TEMPLATES, render
from api.source_lines import SourceLines
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words.en import home as words
from grader.finding import Finding
from submissions import courses
from submissions.errors import NotAllowed
from submissions.policy import Caller

router = APIRouter()

EXAMPLE, SAMPLE = TEMPLATES / "example.txt", TEMPLATES / "sample.json"
"""A file with a slip, and what is found in it; a test grades it anew."""


@router.get("/")
def home(request: Request, service: Ours, caller: Asks) -> Response:
    """The page."""
    if caller.person_id is None:
        return render(request, "home.html", words=words, sample=_sample())
    with service.database.read() as session:
        mine = courses.visible(session, caller)
        may_create = _may_create(session, caller)
    return render(request, "courses.html", words=words, courses=mine, may_create=may_create)


def _may_create(session: Session, caller: Caller) -> bool:
    try:
        courses.require_may_create(session, caller)
    except NotAllowed:
        return False
    return True


@cache
def _sample() -> FindingAccount:
    found = Finding.model_validate_json(SAMPLE.read_text(encoding="utf-8"))
    return finding_account(found, SourceLines("value.py", EXAMPLE.read_bytes()))
