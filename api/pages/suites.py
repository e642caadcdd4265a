"""The suites: the list, and the page of each with its graphs drawn."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

import suites
from api.i18n import current, gettext as _
from api.pages._fields import Asked
from api.pages._matches import matches
from api.pages._page import render
from api.report_view.pictures import svg
from api.report_view.thermometer import Thermometer, thermometer
from api.web.caller import FOR_HEADER
from api.words import suite as suite_words
from grader.explanation.explain import explain
from grader.records import Frozen
from grader.sandbox.plays import Observation, PlayStatus
from submissions.errors import NotFound
from suites import Graph, Program, Suite

router = APIRouter(dependencies=[FOR_HEADER])

_EASY, _MEDIUM = 3, 12
"""Operations of the largest graph."""


class Drawn(Frozen):
    """A graph and its picture, with what is right at its first inputs."""

    graph: Graph
    picture: Markup
    """Empty where it is too large for one."""
    thermometer: Thermometer | None
    """The thermometer of a graph; None where it has too many inputs, or more than one pass."""


@router.get("/suites")
def all_suites(request: Request, q: Asked = "") -> Response:
    """List the suites by stage; or those in whose title or name these words are."""
    return render(request, "suites.html", **shelf(q))


def shelf(q: str = "") -> dict[str, Any]:
    """Return the context of the template of the list."""
    by_stage = {
        stage: [each for each in found if matches(q, each.slug, _(each.title))]
        for stage, found in suites.by_stage().items()
    }
    return {"suite_words": suite_words, "by_stage": by_stage, "difficulty": _difficulty, "q": q}


def _difficulty(suite: Suite) -> str:
    """How large its largest graph is."""
    largest = max((len(graph.program.operations) for graph in suite.graphs), default=0)
    if largest <= _EASY:
        return _("small graphs")
    return _("medium graphs") if largest <= _MEDIUM else _("large graphs")


@router.get("/suites/{slug}")
def suite(request: Request, slug: str) -> Response:
    """Show what it asks, a worked example, and its graphs."""
    if slug not in suites.all_suites():
        raise NotFound
    return render(request, "suite_page.html", **suite_page(slug))


def suite_page(slug: str) -> dict[str, Any]:
    """Return the context of the template of a suite."""
    found = suites.all_suites()[slug]
    return {
        "suite_words": suite_words,
        "suite": found,
        "drawn": _drawn(slug, current()),
        "needs": [suites.all_suites()[each] for each in found.needs],
        "text": suites.page(slug).strip(),
    }


@cache
def _drawn(slug: str, language: str) -> list[Drawn]:
    del language  # only tells apart the drawings that are kept
    return [_graph(graph) for graph in suites.all_suites()[slug].graphs]


def _graph(graph: Graph) -> Drawn:
    inputs = [graph.textbook[0][name] for name in graph.program.inputs]
    return Drawn(graph, _picture(graph.program, inputs), thermometer(graph.program, inputs))


def _picture(program: Program, inputs: Sequence[float]) -> Markup:
    if len(program.nodes) > svg.MOST_NODES:
        return Markup()
    explained = explain(program, inputs, Observation(PlayStatus.ANSWERED))
    return Markup(svg.pictures(explained))  # noqa: S704 - escaped where it is drawn
