"""A name without a value is one cause: it is told once, with every line at which it stopped Python."""

import pytest

from api.formats import terminal
from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from suites import load
from tests.redteam_files import RIGHT

SMALL = SuiteSelection(
    "small", tuple(load()[slug] for slug in ("a_plus_a", "product_of_sum", "tanh", "exp", "log"))
)
_METHODS = ("__add__", "__mul__", "tanh", "exp", "log")


def _with_a_name(methods: tuple[str, ...], statement: str) -> tuple[str, list[int]]:
    """The right class with a statement at the beginning of some methods, and its lines."""
    lines = RIGHT.splitlines()
    for method in methods:
        first = next(n for n, line in enumerate(lines) if line.startswith(f"    def {method}("))
        lines.insert(first + 1, f"        {statement}")
    return "\n".join(lines), [n for n, line in enumerate(lines, 1) if line.strip() == statement]


def _report(sandbox: Sandbox, text: str) -> Report:
    return grade(Source("value.py", text.encode()), SMALL, sandbox)


@pytest.mark.parametrize("statement", ["prepare(self)", "self.kind = KIND.NODE"])
@pytest.mark.parametrize("methods", [_METHODS[:1], _METHODS[2:], _METHODS])
def test_one_name_is_one_finding_with_its_lines(
    methods: tuple[str, ...], statement: str, sandbox: Sandbox
) -> None:
    text, lines = _with_a_name(methods, statement)
    report = _report(sandbox, text)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings

    assert finding.fault == "name_not_defined"
    assert [finding.where.line, *(place.line for place in finding.also)] == lines
    assert finding.evidence.raised is not None
    assert finding.evidence.raised.line == lines[0]
    assert {*finding.explains} == {each.slug for each in report.suites if each.verdict is not Verdict.PASSED}
    title = next(line for line in terminal.render([report], {}).splitlines() if line.startswith("1  "))
    assert all(f"line {line}" in title for line in lines[:4])


def test_a_name_that_an_import_gives_is_told_with_its_lines_too(sandbox: Sandbox) -> None:
    text = RIGHT.replace("import math\n", "")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "math." in line and "def " not in line]
    report = _report(sandbox, text)
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings

    assert finding.fault == "name_not_defined"
    told = [finding.where.line, *(place.line for place in finding.also)]
    assert len(told) > 1
    assert {*told} <= {*lines}
    assert told == sorted(told, key=lambda line: line or 0)


def test_two_names_are_two_findings(sandbox: Sandbox) -> None:
    one, _lines = _with_a_name(("tanh",), "first(self)")
    lines = one.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("    def exp("))
    lines.insert(at + 1, "        second(self)")
    report = _report(sandbox, "\n".join(lines))
    assert report.diagnosis is not None

    assert [each.fault for each in report.diagnosis.findings] == ["name_not_defined"] * 2
    assert not any(each.also for each in report.diagnosis.findings)
