"""The first page: what this is and a place to try it, or the courses of who is signed in."""

from functools import cache

from fastapi import APIRouter, Response

from api.i18n import current
from api.pages._me import comes_by_links_alone
from api.pages._page import TEMPLATES
from api.pages._visit import Visit
from api.report_view.finding import FindingView, finding_view
from api.report_view.source_lines import SourceLines
from grader.finding import Finding
from grader.records import from_json
from submissions.courses.assignments.deadline_status import next_due
from submissions.courses.assignments.hints import DEFAULT
from submissions.courses.courses import courses
from submissions.teaching.results.trimming import trim_finding

router = APIRouter()

EXAMPLE, SAMPLE = TEMPLATES / "example.txt", TEMPLATES / "sample.json"
"""A file with a slip, and what is found in it; a test grades it anew."""


@router.get("/")
def home(visit: Visit) -> Response:
    """Show the first page."""
    if visit.caller.person_id is None:
        return visit.page("home.html", sample=_sample(current()))
    with visit.database.read() as session:
        mine = courses.visible(session, visit.caller)
        taught = {each.id for each in courses.taught(session, visit.caller)}
        may_create = courses.may_create(session, visit.caller)
        by_link = comes_by_links_alone(session, visit.caller.person_id)
        coming = next_due(session, visit.caller, [each.id for each in mine], now=visit.now())
    return visit.page(
        "courses.html",
        courses=mine,
        taught=taught,
        coming=coming,
        may_create=may_create,
        by_link=by_link,
    )


@cache
def _sample(language: str) -> FindingView:
    del language  # only tells apart the samples that are kept
    found = from_json(Finding, SAMPLE.read_bytes())
    return finding_view(trim_finding(found, DEFAULT), SourceLines("value.py", EXAMPLE.read_bytes()))
