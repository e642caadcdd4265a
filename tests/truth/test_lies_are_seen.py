"""Who checks sentences sees lies: a report in which one thing is another is complained of."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.assignment import assignment
from grader.finding import Certainty, Edit, Evidence, Finding, Raised, Where
from grader.records import replace
from grader.report import Report
from grader.sandbox.plays import Source
from tests.corpus_files import member
from tests.graded import ReportCache
from tests.redteam_files import RIGHT
from tests.truth.checker import check
from tests.truth.witness import seen

_CORE = assignment("core")
_OVERWRITES = "local_gradients/assign_in_the_loop"
_RAISES = RIGHT.replace("for child in v._prev", "for child in v.children")
FindingChange = Callable[[Finding], Finding]


def _with(**fields: Any) -> FindingChange:
    return lambda finding: replace(finding, **fields)


def _of_graph(**fields: Any) -> FindingChange:
    def changed(finding: Finding) -> Finding:
        assert finding.explained is not None
        return replace(finding, explained=replace(finding.explained, **fields))

    return changed


def _first_node(**fields: Any) -> FindingChange:
    def changed(finding: Finding) -> Finding:
        assert finding.explained is not None
        first, *others = finding.explained.nodes
        return _of_graph(nodes=(replace(first, **fields), *others))(finding)

    return changed


def _last_write(**fields: Any) -> FindingChange:
    def changed(finding: Finding) -> Finding:
        assert finding.explained is not None
        *others, last = finding.explained.writes
        return _of_graph(writes=(*others, replace(last, **fields)))(finding)

    return changed


def _pasted(finding: Finding) -> Finding:
    assert finding.explained is not None
    lines, _, claim = finding.explained.graph.rpartition("# ")
    return _of_graph(graph=f"{lines}# 77, {claim.rpartition(', ')[2]}")(finding)


def _lied(report: Report, change: FindingChange) -> Report:
    assert report.diagnosis is not None
    first, *others = report.diagnosis.findings
    diagnosis = replace(report.diagnosis, findings=(change(first), *others))
    return replace(report, diagnosis=diagnosis)


LIES: Mapping[str, FindingChange] = {
    "a number that is held": _first_node(gradient_got=77.0),
    "a number that is right": _first_node(gradient=77.0),
    "a number that is written": _last_write(new=77.0),
    "the line of a write": _last_write(line=1),
    "a printed number": _pasted,
    "an exception where there is none": _of_graph(stopped=True),
    "a line that is not there": _with(where=Where(line=9999)),
    "a function around a line": _with(where=Where(line=1, function="nowhere")),
    "a line that goes": _with(repair=(Edit(line=3, was="nobody = 1", now="wrote = 2"),)),
    "an edit that changes nothing": _with(repair=(Edit(line=1, was="import math", now="import math"),)),
    "a proof without an edit": _with(certainty=Certainty.PROVEN, repair=()),
    "more graphs than failed": _with(evidence=Evidence(repaired=9999)),
    "no name above its sentence": _with(fault="unknown", certainty=Certainty.UNKNOWN),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_about_a_gradient_is_seen(lie: str, graded: ReportCache) -> None:
    one = member(_OVERWRITES)
    report = graded.report(one.submission, _CORE)

    assert check(seen(one.source, report)).wrong == []
    assert check(seen(one.source, _lied(report, LIES[lie]))).wrong


@pytest.mark.parametrize(
    "lie",
    [{"type": "KeyError"}, {"message": "another"}, {"line": 1}, {"function": "elsewhere"}],
    ids=lambda lie: next(iter(lie)),
)
def test_a_lie_about_an_exception_is_seen(lie: dict[str, Any], graded: ReportCache) -> None:
    def change(finding: Finding) -> Finding:
        raised = finding.evidence.raised
        assert isinstance(raised, Raised)
        evidence = replace(finding.evidence, raised=replace(raised, **lie))
        return replace(finding, evidence=evidence)

    source = Source("value.py", _RAISES.encode())
    report = graded.report(source, _CORE)

    assert check(seen(source.content, report)).wrong == []
    assert check(seen(source.content, _lied(report, change))).wrong


def test_a_finding_that_is_told_twice_is_seen(graded: ReportCache) -> None:
    one = member(_OVERWRITES)
    report = graded.report(one.submission, _CORE)
    assert report.diagnosis is not None
    twice = replace(report.diagnosis, findings=report.diagnosis.findings * 2)

    assert check(seen(one.source, replace(report, diagnosis=twice))).wrong
