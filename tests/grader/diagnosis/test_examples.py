"""The graph that shows a cause teaches: one pass, whole numbers, contributions that differ."""

from collections.abc import Mapping

import pytest

from api.report_view.pictures.text import wrong_numbers
from api.report_view.story import story
from grader.assignment import assignment
from grader.explanation.passes import Fate, Passes
from grader.finding import Explained, Finding
from grader.sandbox.plays import Source
from suites import PRIMITIVES
from tests.corpus_files import FOLDER, Cause, Member, causes, wrong
from tests.graded import ReportCache

_FULL = assignment("full")
_SEEN = [one for one in wrong() if one.fails]
_STOPPING_EARLY = [one for one in wrong() if one.fault == "one_level"]
_TAKES_TWO_PASSES = {"shared_state", "creation_order", "gradients_not_reset", "zero_grad_missing"}
"""Faults of what is left for the next pass."""
_EQUAL_WHATEVER_IS_TRIED: Mapping[str, str] = {
    "parents_in_a_set": "only a node that is both operands of one operation is swallowed by a set",
    "preorder": "a is used twice by one product; what is lost is on the way to it",
    "stack_order": "as in pre-order",
    "breadth_first": "as in pre-order",
    "forward_order": "as in pre-order",
    "visited_missing": "as in pre-order",
    "shared_state": "a second pass is needed, and the smallest graph is taken",
    "gradients_reset_in_wrong_place": "what is reset does not depend on contributions",
    "detached_result": "data is copied where an operand is used twice",
    "wrong_forward": "data is wrong",
    "one_level": "what is lost is on the way",
    "visited_by_value": "equal data is needed",
}
_TAPE = b"""
TAPE = []

class Scalar:
    def __init__(self, value):
        self.data, self.grad = value, 0.0

    def __add__(self, other):
        out = Scalar(self.data + other.data)
        TAPE.append(("add", self, other, out))
        return out

    def __mul__(self, other):
        out = Scalar(self.data * other.data)
        TAPE.append(("mul", self, other, out))
        return out

    def backward(self):
        self.grad = 1.0
        for kind, a, b, out in reversed(TAPE):
            if kind == "add":
                a.grad += out.grad
                b.grad += out.grad
            else:
                a.grad = b.data * out.grad
                b.grad = a.data * out.grad
"""
"""It overwrites in `*`, and its tape is never cleared."""


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("member", _SEEN, ids=lambda one: one.id)
def test_an_example_teaches(member: Member, graded: ReportCache) -> None:
    report = graded.report(member.submission, _FULL)
    assert report.diagnosis is not None
    for finding in report.diagnosis.findings:
        if finding.explained is not None and ".backward()" in finding.explained.graph.replace(
            "backprop", "backward"
        ):
            _check(finding, finding.explained)


def _check(finding: Finding, explained: Explained) -> None:
    passes = sum(line.count(".backward()") for line in explained.graph.splitlines())
    assert passes < 2 or finding.fault in _TAKES_TWO_PASSES, explained.graph
    for node in explained.nodes:
        assert node.op or (8 * node.data).is_integer(), "an input that nobody can reckon with"
    if finding.fault in _EQUAL_WHATEVER_IS_TRIED:
        return
    for node in explained.nodes:
        sizes = [round(abs(part.value), 9) for part in explained.contributions if part.node == node.name]
        assert len(set(sizes)) == len(sizes), explained.graph


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("member", [*wrong(), *causes()], ids=lambda one: one.id)
def test_the_inputs_of_an_example_are_short(member: Member | Cause, graded: ReportCache) -> None:
    diagnosis = graded.report(member.submission, _FULL).diagnosis
    assert diagnosis is not None
    shown = [finding.explained for finding in diagnosis.findings if finding.explained is not None]
    for node in (node for explained in shown for node in explained.nodes if node.op is None):
        assert node.data == float(f"{node.data:.3g}"), "as many digits as one can type and remember"


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize("member", [*wrong(), *causes()], ids=lambda one: one.id)
def test_what_is_said_of_an_operation_is_shown_with_it(member: Member | Cause, graded: ReportCache) -> None:
    diagnosis = graded.report(member.submission, _FULL).diagnosis
    assert diagnosis is not None
    for finding in diagnosis.findings:
        operation, explained = finding.where.operation, finding.explained
        if operation is not None and explained is not None:
            ops = [node.op for node in explained.nodes if node.op is not None]
            assert operation in {*ops, *(part for op in ops for part in PRIMITIVES[op].made_of)}


@pytest.mark.parametrize("member", _STOPPING_EARLY, ids=lambda one: one.id)
def test_what_stops_early_is_shown_by_a_rule_that_never_runs(member: Member, graded: ReportCache) -> None:
    """A graph in which each rule runs, in a wrong order, would tell another story."""
    diagnosis = graded.report(member.submission, _FULL).diagnosis
    assert diagnosis is not None
    (explained,) = (finding.explained for finding in diagnosis.findings)
    assert explained is not None
    passes = Passes(explained)
    assert {node.name for node in explained.nodes if node.op} - {*passes.ranks}
    assert Fate.EARLY not in {outcome.fate for outcome in passes.outcomes}


def test_a_pass_that_raises_before_its_output_is_seeded_is_told(graded: ReportCache) -> None:
    right = (FOLDER / "mutants" / "closures_by_key.py").read_bytes()
    wrong_tuple = right.replace(b"if self.val > 0 else 0, [self])", b"if self.val > 0 else 0, (self))")
    report = graded.report(Source("scalar.py", wrong_tuple), _FULL)
    assert report.diagnosis is not None
    assert [(each.fault, each.where.line) for each in report.diagnosis.findings] == [("raises", 82)]


def test_a_tape_that_no_pass_empties_is_named_beside_what_overwrites(graded: ReportCache) -> None:
    diagnosis = graded.report(Source("tape.py", _TAPE), _FULL).diagnosis
    assert diagnosis is not None
    assert [each.fault for each in diagnosis.findings] == ["overwritten_gradient", "shared_state"]


def test_what_is_left_from_graph_to_graph_is_in_no_number_of_the_example(graded: ReportCache) -> None:
    """The lines print the numbers that are said of them, for a reader's notebook holds no graphs of ours."""
    (found,) = (one for one in causes() if one.name == "one_default_list.py")
    diagnosis = graded.report(found.submission, _FULL).diagnosis
    assert diagnosis is not None
    (finding,) = diagnosis.findings
    assert finding.explained is not None
    graph = finding.explained.graph
    printed: list[float] = []
    exec(found.source.decode() + graph, {"print": printed.append})  # noqa: S102 - our own text
    assert f"print(a.grad)  # {printed[0]:g}, should be " in graph
    told = story(finding.explained, wrong_numbers(finding.explained), finding.fault)
    assert "Your code leaves `a.grad = " in told
    assert f" = {printed[0]:g}`." in told
