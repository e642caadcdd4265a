"""What a class raised stands in the finding: cut, printable, and never more than the class knew."""

import pytest

from api.formats import terminal
from grader.assignment import SuiteSelection
from grader.finding import LONGEST_MESSAGE, Raised
from grader.grade import grade
from grader.records import from_data, to_data
from grader.report import Report
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from submissions.courses.assignments.hints import Rung
from submissions.teaching.results.trimming import trim
from suites import load
from tests.redteam_files import RIGHT

SMALL = SuiteSelection("small", tuple(load()[slug] for slug in ("a_plus_a", "product_of_sum", "tanh")))
HOSTILE = "`</code>`\x1b[31m\u202e\n{{ 7 }}<b>" + "x" * 5000


def report(sandbox: Sandbox, text: str) -> Report:
    return grade(Source("value.py", text.encode()), SMALL, sandbox)


def raised(found: Report) -> Raised:
    assert found.diagnosis is not None
    (finding,) = found.diagnosis.findings
    assert finding.evidence.raised is not None
    return finding.evidence.raised


def test_the_exception_is_told_with_the_smallest_graph_that_raised_it(sandbox: Sandbox) -> None:
    found = report(sandbox, RIGHT.replace("for child in v._prev", "for child in v.children"))
    seen = raised(found)

    assert (seen.type, seen.message) == ("AttributeError", "'Value' object has no attribute 'children'")
    assert seen.line == 1 + RIGHT[: RIGHT.index("for child in v._prev")].count("\n")
    assert load()["a_plus_a"].graphs[0].text in seen.graph
    assert f"{seen.type}: {seen.message}" in terminal.render([found], {})


@pytest.mark.parametrize("text", [HOSTILE, "\U0001f512" * 1000, "\x00" * 1000])
def test_a_hostile_message_is_cut_and_printable(text: str, sandbox: Sandbox) -> None:
    seen = raised(report(sandbox, f"{RIGHT}\ndef _f(self): raise ValueError({text!r})\nValue.tanh = _f\n"))

    assert 0 < len(seen.message) <= LONGEST_MESSAGE
    assert not {"\x1b", "\u202e", "\x00"} & set(seen.message)


def test_below_the_cause_no_exception_is_told(sandbox: Sandbox) -> None:
    found = report(sandbox, f"{RIGHT}\ndef _f(self): raise ValueError('no')\nValue.tanh = _f\n")

    for rung in Rung:
        told = [each.finding.evidence.raised for each in trim(found, rung).findings]
        assert any(told) is (rung >= Rung.CAUSE)


def test_a_report_of_the_format_before_is_read(sandbox: Sandbox) -> None:
    old = to_data(report(sandbox, RIGHT.replace("+= other.data", "= other.data")))
    old["format"] = 1
    for finding in old["diagnosis"]["findings"]:
        del finding["evidence"]["raised"]

    read = from_data(Report, old)
    assert read.format == 1
    assert read.diagnosis is not None
    assert read.diagnosis.findings[0].evidence.raised is None


def test_a_product_that_raises_costs_nothing_of_the_local_rule_of_a_sum(sandbox: Sandbox) -> None:
    suites = tuple(load()[slug] for slug in ("sums_by_hand", "products_by_hand", "a_plus_a"))
    text = RIGHT.replace("+= other.data * out.grad", "+= other.data * out.gradient")
    found = grade(Source("value.py", text.encode()), SuiteSelection("local", suites), sandbox)

    assert {suite.slug: suite.earned == suite.possible for suite in found.suites} == {
        "sums_by_hand": True, "products_by_hand": False, "a_plus_a": True,
    }  # fmt: skip
    assert "*" in raised(found).graph


def test_what_some_numbers_alone_raise_is_told_with_the_inputs(sandbox: Sandbox) -> None:
    text = RIGHT.replace("other * self.data ** (other - 1)", "other * out.data / self.data")
    assert text != RIGHT
    found = grade(Source("value.py", text.encode()), SuiteSelection("powers", (load()["power"],)), sandbox)

    assert raised(found).type == "ZeroDivisionError"
    assert raised(found).graph == "a = 0; b = a ** 2"


def test_an_object_of_another_class_is_not_called_a_plain_number(sandbox: Sandbox) -> None:
    text = f"{RIGHT}\nclass Sum:\n    pass\n\n\nValue.__add__ = lambda self, other: Sum()\n"
    found = report(sandbox, text).diagnosis

    assert found is not None
    assert "returns_a_number" not in [each.fault for each in found.findings]
