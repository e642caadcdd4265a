"""Whether a page offers to check a file in its reader's browser, and what it then asks of the file."""

from collections.abc import Collection, Iterator
from datetime import datetime

from fastapi import Request

from api.browser.check_request import CheckRequest, TextbookGraph
from api.browser.pyodide import is_there
from api.web.headers import allow_engine
from grader.assignment import GradientPolicy, SeedPolicy
from grader.records import to_json
from submissions.courses.assignments.own_graph import place_of
from submissions.courses.assignments.own_graphs import own_graphs, own_suites
from submissions.courses.grades.deadlines import Deadlines
from submissions.grading.intake.checks import asked_by
from submissions.tables import AssignmentVersion
from submissions.teaching.results.visibility import Visibility


def offered(request: Request, asked: CheckRequest | None) -> str:
    """Return the check request, and let the page run the engine; empty without request or Pyodide."""
    if asked is None or not is_there():
        return ""
    allow_engine(request)
    return to_json(asked)


def asked_of_assignment(
    version: AssignmentVersion, seen: Visibility, attempt: int, deadlines: Deadlines, now: datetime
) -> CheckRequest | None:
    """Return the check request for the next attempt; None if its result would not be shown.

    Suites that are closed are not asked for, nor are graphs that are hidden from students, even for staff.
    """
    if version.hunted or seen.results_hidden_until(deadlines, now) is not None:
        return None
    left_out = seen.closed_suites(deadlines, now)
    return CheckRequest(
        stage=version.stage,
        suites=tuple(slug for slug in version.weights if slug not in left_out),
        own_graphs=tuple(_textbook(version, left_out)),
        gradients=GradientPolicy(version.gradients),
        seed=SeedPolicy(version.seed),
        class_name=version.class_name,
        keep_graph=version.keep_graph,
        operations=asked_by(version),
        rung=seen.rung_of_check(attempt, deadlines, now),
    )


def _textbook(version: AssignmentVersion, left_out: Collection[str]) -> Iterator[TextbookGraph]:
    for own, suite in zip(own_graphs(version), own_suites(version), strict=True):
        if suite.slug in left_out or own.hidden:
            continue
        graph = suite.graphs[0]
        yield TextbookGraph(
            number=place_of(suite.slug),
            title=own.title,
            text=own.text,
            inputs=dict(graph.textbook[0]),
            points=own.points,
            rtol=own.rtol,
        )
