"""What a finding says of its edits, done by hand: lines are replaced in the text, and the file is graded."""

import pytest

from grader.assignment import assignment
from grader.finding import Certainty, Finding
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from tests.corpus_files import Cause, Member, causes, member, wrong
from tests.graded import ReportCache
from tests.truth.edited import CannotEditError, edited
from tests.truth.witness import WitnessedFile

_FULL = assignment("full")
_WRONG = [*causes(), *(one for one in wrong() if one.fails)]
_LACKING = (
    next(one for one in causes() if one.name == "reflected_product_recurses.py"),
    next(one for one in causes() if one.name == "gradient_ends_in_comma.py"),
)
"""With their edit, some graphs that failed need what the class does not have."""


def _graphs(report: Report) -> dict[tuple[str, int], Verdict]:
    return {
        (suite.slug, number): graph.verdict
        for suite in report.suites
        for number, graph in enumerate(suite.graphs)
    }


def _with(findings: list[Finding], one: Cause | Member, graded: ReportCache) -> int:
    """How many graphs pass with the edits of these findings that did not."""
    report = graded.report(one.submission, _FULL)
    edits = list(dict.fromkeys(edit for finding in findings for edit in finding.repair))
    text = edited(WitnessedFile(one.source.decode("utf-8-sig"), report), edits)
    after = _graphs(graded.anew(Source("edited.py", text.encode()), _FULL, diagnose=False))
    before = _graphs(report)
    return sum(
        after[key] is Verdict.PASSED and verdict is not Verdict.PASSED
        for key, verdict in before.items()
        if key in after
    )


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize("one", _WRONG, ids=lambda one: one.id)
def test_so_many_graphs_pass(one: Cause | Member, graded: ReportCache) -> None:
    _assert_passing(one, graded)


@pytest.mark.parametrize("one", _LACKING, ids=lambda one: one.id)
def test_a_graph_that_only_came_to_what_is_missing_did_not_pass(one: Cause, graded: ReportCache) -> None:
    _assert_passing(one, graded)


def _assert_passing(one: Cause | Member, graded: ReportCache) -> None:
    diagnosis = graded.report(one.submission, _FULL).diagnosis
    assert diagnosis is not None
    mended = [each for each in diagnosis.findings if each.repair]
    try:
        passing = _with(mended, one, graded) if mended else 0
    except CannotEditError:
        pytest.skip("its edits are shown in parts, or overlap: no text says how to make them")
    assert all(each.evidence.repaired <= passing for each in mended)
    assert all(each.evidence.repaired for each in mended if each.certainty is Certainty.PROVEN)


def test_an_edit_that_makes_nothing_pass_proves_nothing(graded: ReportCache) -> None:
    report = graded.report(_LACKING[0].submission, _FULL)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings

    assert (finding.fault, finding.certainty) == ("reflected_recurses", Certainty.LIKELY)
    assert finding.evidence.repaired == 0


def test_an_edit_by_hand_keeps_the_rest_of_the_file(graded: ReportCache) -> None:
    one = member("local_gradients/assign_in_the_loop")
    report = graded.report(one.submission, _FULL)
    assert report.diagnosis is not None
    (edit,) = report.diagnosis.findings[0].repair
    old, new = (
        one.source.decode().split("\n"),
        edited(WitnessedFile(one.source.decode(), report), [edit]).split("\n"),
    )

    assert [number for number, line in enumerate(old, 1) if line != new[number - 1]] == [edit.line]
