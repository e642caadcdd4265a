"""The suites: the list, and the page of each."""

from fastapi import APIRouter, Request, Response

import suites
from api.pages._page import render
from api.web.caller import Asks
from api.words.en import library as words
from api.words.en import suite as suite_words
from submissions.errors import NotFound
from suites import Stage

router = APIRouter()


@router.get("/suites")
def all_suites(request: Request, caller: Asks) -> Response:
    """The list, by stage."""
    by_stage = {stage: [each for each in suites.load().values() if each.stage is stage] for stage in Stage}
    return render(request, "suites.html", words=words, suite_words=suite_words, by_stage=by_stage)


@router.get("/suites/{slug}")
def suite(request: Request, caller: Asks, slug: str) -> Response:
    """What it asks, a worked example, and its graphs."""
    found = suites.load().get(slug)
    if found is None:
        raise NotFound
    return render(
        request,
        "suite_page.html",
        words=words,
        suite_words=suite_words,
        suite=found,
        needs=[suites.load()[each] for each in found.needs],
        text=suites.page(slug).strip(),
    )
