"""No representation of a report says that nothing is wrong where there is a finding."""

import pytest

from api import formats
from api.report_view.report import report_view
from grader.assignment import assignment
from grader.sandbox.base import Source
from submissions.assignments.hints import DEFAULT, Rung
from submissions.results.trimming import trim
from tests.corpus_files import Cause, Member, causes, member, wild, wrong
from tests.graded import ReportCache

_FULL = assignment("full")
_PRAISE = ("nothing wrong", "you wrote is right", "could test is right", "graphs are right.")
_WRONG = [*causes(), *(one for one in wrong() if one.fails)]


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("wrong_one", _WRONG, ids=lambda one: one.id)
def test_a_wrong_file_is_never_said_to_have_nothing_wrong(
    wrong_one: Cause | Member, graded: ReportCache
) -> None:
    source = wrong_one.submission
    report = graded.report(source, _FULL)
    assert report.diagnosis is not None
    assert report.diagnosis.findings
    for rung in Rung:
        view = report_view(trim(report, rung), {source.name: source.content})
        assert not _praised(f"{view.score} {view.missing_note}"), rung
    for name in formats.names():
        assert not _praised(formats.load(name).render([report], {})), name


def _praised(text: str) -> list[str]:
    return [each for each in _PRAISE if each in text]


@pytest.mark.parametrize("rung", Rung)
def test_a_class_that_only_lacks_operations_has_nothing_wrong(rung: Rung, graded: ReportCache) -> None:
    right = member("closures_set/base").source.decode()
    source = Source("value.py", right.replace("def tanh(", "def _tanh(").encode())
    view = report_view(trim(graded.report(source, _FULL), rung), {})
    assert view.score.endswith("points, nothing wrong")


@pytest.mark.parametrize(
    ("file", "score", "note"),
    [
        ("subtraction_waits_for_negation.py", "72 of 81 points", "`-a` (9 points)"),
        ("division_waits_for_power.py", "68 of 77 points", "`**` (9 points)"),
    ],
)
def test_an_operation_that_waits_for_another_is_neither_wrong_nor_praised(
    file: str, score: str, note: str, graded: ReportCache
) -> None:
    source = next(one for one in wild() if one.name == file).submission
    report = graded.report(source, _FULL)
    view = report_view(trim(report, DEFAULT), {})
    assert view.score == f"{score}, nothing wrong"
    assert view.missing_note == f"What we could test is right. To write: {note}."
    assert report.score.missing == 9
