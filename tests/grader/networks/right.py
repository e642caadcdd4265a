"""A right network, and what its edits cost: for the tests of networks."""

from pathlib import Path

from grader.assignment import SuiteSelection, assignment
from grader.finding import Finding
from grader.grade import grade
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox

RIGHT = (Path(__file__).parent / "right.txt").read_text(encoding="utf-8")
IMPORTS, VALUE = (
    RIGHT[: RIGHT.index("class Value")],
    RIGHT[RIGHT.index("class Value") : RIGHT.index("class Neuron")],
)
NETWORK = RIGHT[RIGHT.index("class Neuron") :]
ASKED = assignment("network")
BARE = NETWORK[: NETWORK.index("    def zero_grad")]
"""A network without anything that trains it."""


def report_on(text: str, sandbox: Sandbox, asked: SuiteSelection = ASKED) -> Report:
    return grade(Source("net.py", text.encode()), asked, sandbox)


def edited(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


def costing(report: Report) -> set[str]:
    return {suite.slug for suite in report.suites if suite.verdict is Verdict.FAILED}


def only_finding(report: Report) -> Finding:
    assert report.diagnosis is not None
    (finding,) = report.diagnosis.findings
    return finding
