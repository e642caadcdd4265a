"""Stages, verdicts, and what stands beside a suite."""

from api.words.en.count import count, listed
from api.words.en.operation import operation
from grader.report import Score, Verdict
from suites import Stage

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


def points(earned: int, possible: int) -> str:
    """Points beside a suite or a graph."""
    return f"{earned} of {possible}" if possible else "no points"


def score(told: Score) -> str:
    """The points of the whole report."""
    return f"{told.earned} of {count(told.possible, 'point')}"


def needs(title: str) -> str:
    """Why a suite was not run."""
    return f"not run: it builds on {title}"


def missing(operations: list[str], lost: int) -> str:
    """What a class does not have, and what that means for the points."""
    names = listed([operation(id_) for id_ in operations]).rstrip(",")
    are = "is" if len(operations) == 1 else "are"
    them = "it" if len(operations) == 1 else "them"
    graphs = f"graphs about {them} earn nothing and are not wrong"
    return f"{names} {are} not there; {graphs}" + (f" ({count(lost, 'point')})" if lost else "")
