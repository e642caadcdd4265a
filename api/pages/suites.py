"""The suites: the list, and the page of each with its graphs drawn."""

from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

import suites
from api.pages._page import render
from api.pictures import svg
from api.web.caller import FOR_HEADER
from api.words.en import library as words
from api.words.en import suite as suite_words
from grader.explain import explain
from grader.sandbox.base import Observation, Status
from submissions.errors import NotFound
from suites import Graph, Stage

router = APIRouter(dependencies=[FOR_HEADER])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A graph and its picture, with what is right at its first inputs."""

    graph: Graph
    picture: Markup
    """Empty where it is too large for one."""


@router.get("/suites")
def all_suites(request: Request) -> Response:
    """The list, by stage."""
    by_stage = {stage: [each for each in suites.load().values() if each.stage is stage] for stage in Stage}
    return render(request, "suites.html", words=words, suite_words=suite_words, by_stage=by_stage)


@router.get("/suites/{slug}")
def suite(request: Request, slug: str) -> Response:
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
        drawn=_drawn(slug),
        needs=[suites.load()[each] for each in found.needs],
        text=suites.page(slug).strip(),
    )


@cache
def _drawn(slug: str) -> list[Drawn]:
    return [Drawn(graph, _picture(graph)) for graph in suites.load()[slug].graphs]


def _picture(graph: Graph) -> Markup:
    program = graph.program
    if len(program.nodes) > svg.MOST_NODES:
        return Markup()
    inputs = [graph.textbook[0][name] for name in program.inputs]
    explained = explain(program, inputs, Observation(Status.ANSWERED))
    return Markup(svg.pictures(explained))  # noqa: S704 - escaped where it is drawn
