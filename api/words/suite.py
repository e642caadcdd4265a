"""Stages, verdicts, and what stands beside a suite."""

from collections.abc import Sequence

from api.words import Message
from api.words.count import count, listed
from api.words.operation import operation
from grader.report import Score, Verdict
from suites import Stage, Suite

GRAPHS = "graphs"
PARTLY = "partly there"

STAGES = {
    Stage.LOCAL_RULES: "local rules",
    Stage.WHOLE_GRAPH: "whole graph",
    Stage.OPERATIONS: "operations",
    Stage.TRAINING: "training",
    Stage.STRESS: "stress",
}

VERDICTS = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "not passed",
    Verdict.MISSING: "not there",
    Verdict.NOT_APPLICABLE: "does not apply",
    Verdict.NOT_RUN: "not run",
}


def points(earned: float, possible: int) -> str:
    """Points beside a suite or a graph."""
    return f"{earned} of {possible}" if possible else "no points"


def score(told: Score, verdict: Verdict) -> str:
    """The points of the whole report. `MISSING`: they are lost only to what is not there."""
    points_ = f"{told.earned} of {count(told.possible, 'point')}"
    return f"{points_}, nothing wrong" if verdict is Verdict.MISSING else points_


def together(verdict: Verdict, titles: list[str]) -> str:
    """Suites of which there is nothing else to say."""
    return f"{VERDICTS[verdict]}: {listed(titles)}"


def needs(title: str) -> str:
    """Why a suite was not run."""
    return f"not run: it builds on {title}"


def missing(operations: list[str], lost: int) -> str:
    """What a class does not have, and what that means for the points."""
    names = listed([operation(id_).rstrip(",") for id_ in operations])
    are = "is" if len(operations) == 1 else "are"
    them = "it" if len(operations) == 1 else "them"
    graphs = f"graphs about {them} earn nothing and are not wrong"
    return f"{names} {are} not there; {graphs}" + (f" ({count(lost, 'point')})" if lost else "")


def points_of(suite: Suite) -> str:
    """What a suite is worth."""
    return count(suite.points, "point") if suite.points else "no points"


def total(suites: Sequence[Suite]) -> str:
    """What a list of suites comes to."""
    points = sum(suite.points for suite in suites)
    return f"{count(len(suites), 'suite')}, {count(points, 'point')}"


def unknown(slug: str, similar: Sequence[str]) -> Message:
    """No suite of that name, and those with one like it."""
    names = " or ".join(f"`{name}`" for name in similar)
    return Message(f"there is no suite `{slug}`", names or "`backgrade suites` lists them all")
