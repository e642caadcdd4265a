"""A finding has a replay, or one sentence that says why it has none."""

import pytest

from api.report_view.replay import steps
from api.report_view.replay.absent import why_absent
from api.report_view.replay.moments import moments
from grader.assignment import assignment
from grader.finding import Explained, Finding, Raised
from grader.records import replace
from submissions.courses.assignments.hints import Rung
from tests.api.explained import FIVE_NODES, node, write, wrong
from tests.api.report_view.findings import changed, view
from tests.api.report_view.replay.test_replays import _WRONG
from tests.corpus_files import Cause, Member, Notebook, Wild
from tests.graded import ReportCache

_FULL = assignment("full")
_NODES = (wrong(node("a", 2, 3), 5), node("b", 4, 1, "*", "a", 2.0))
_GRAPH = Explained(graph="", root="b", nodes=_NODES)
_RAISED = replace(changed().evidence, raised=Raised(type="TypeError"))
_CASES: dict[str, tuple[Finding, str]] = {
    "forward": (
        changed(explained=replace(_GRAPH, stopped=True)),
        "the backward pass changes a gradient",
    ),
    "only constructors": (
        changed(explained=replace(_GRAPH, stopped=True, writes=(write("b", 0, 0),))),
        "the backward pass changes a gradient",
    ),
    "no writes": (
        changed(explained=replace(_GRAPH, nodes=tuple(wrong(each, 0) for each in _NODES))),
        "no gradient of this graph was written",
    ),
    "in a table": (changed(explained=_GRAPH), "without a write that we could see"),
    "in place": (
        changed(explained=replace(_GRAPH, writes=(write("b", 0, 1),))),
        "without a write that we could see",
    ),
    "by paths": (
        changed(explained=replace(_GRAPH, writes=(write("b", 0, 1), write("a", 0, 2), write("a", 2, 5)))),
        "not written by the rule of a node",
    ),
    "no graph": (changed(explained=None), "no small graph"),
    "no graph, but an exception": (changed(explained=None, evidence=_RAISED), "a backward pass ends"),
    "no number on the left": (changed(fault="reflected_missing", explained=None), "a backward pass ends"),
    "unknown": (changed(fault="unknown", explained=None), ""),
}


@pytest.mark.parametrize(("finding", "reason"), _CASES.values(), ids=_CASES)
def test_why_there_is_no_replay_is_said_in_a_sentence(finding: Finding, reason: str) -> None:
    assert finding.explained is None or not moments(finding.explained)
    assert reason in why_absent(finding)
    assert bool(why_absent(finding)) is bool(reason)


def test_it_is_said_where_the_cause_is_shown() -> None:
    for rung in Rung:
        assert bool(view(changed(explained=None), rung).unplayed) is (rung >= Rung.CAUSE)


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("one", _WRONG, ids=lambda one: one.id)
def test_a_finding_has_a_replay_or_a_sentence_that_is_true(
    one: Cause | Member | Wild | Notebook, graded: ReportCache
) -> None:
    diagnosis = graded.report(one.submission, _FULL).diagnosis
    assert diagnosis is not None
    for finding in diagnosis.findings:
        explained, reason = finding.explained, why_absent(finding)
        if explained is not None and steps(explained):
            continue
        loops = finding.evidence.loop is not None
        assert reason or loops or finding.fault == "unknown"
        if explained is not None and "Python stops before the" in reason:
            assert explained.stopped


def test_a_graph_with_a_replay_has_one() -> None:
    assert steps(FIVE_NODES)
