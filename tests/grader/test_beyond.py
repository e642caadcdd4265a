"""What is not graded is looked at: it is told apart, and costs nothing."""

from grader.assignment import assignment
from tests.corpus_files import member
from tests.graded import ReportCache

_CORE = assignment("core")


def test_a_wrong_order_that_the_core_cannot_see_is_told(graded: ReportCache) -> None:
    report = graded.report(member("closures_set/preorder").submission, _CORE)

    assert report.passed
    assert report.diagnosis is not None
    assert not report.diagnosis.findings
    assert [finding.fault for finding in report.beyond] == ["preorder"]


def test_of_a_right_class_nothing_is_told(graded: ReportCache) -> None:
    report = graded.report(member("closures_set/base").submission, _CORE)

    assert report.passed
    assert report.beyond == ()
