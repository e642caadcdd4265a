"""Whatever waits for a missing operation is missing, not wrong: in points, in verdicts and in words."""

import ast
import sys
from collections.abc import Callable

import pytest

from api.report_view.report import report_view
from grader.assignment import assignment
from grader.harness.model.primitives import PRIMITIVES
from grader.harness.playing.absent import standing_in
from grader.harness.running.problem import Places
from grader.report import Report, Verdict
from grader.sandbox.plays import Source
from submissions.courses.assignments.hints import DEFAULT
from submissions.teaching.results.trimming import trim
from tests.corpus_files import Member, bases
from tests.graded import ReportCache

FULL = assignment("full")

PAIRS = [(base, op) for base in bases() for op in PRIMITIVES]


def _names(op: str) -> set[str]:
    return {PRIMITIVES[op].method, *PRIMITIVES[op].names} - {""}


def _is_of(op: str, statement: ast.stmt) -> bool:
    if isinstance(statement, ast.FunctionDef):
        return statement.name in _names(op)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id in _names(op) for target in targets)


def without(base: Member, op: str) -> Source:
    """The class without the operation's methods."""
    tree = ast.parse(base.source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.Module):
            node.body = [each for each in node.body if not _is_of(op, each)] or [ast.Pass()]
    return Source("value.py", ast.unparse(tree).encode())


def unwritten(base: Member, op: str) -> Source:
    """The class with nothing in the operation's methods yet."""
    tree = ast.parse(base.source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and _is_of(op, node):
            node.body = ast.parse("raise NotImplementedError").body
    return Source("value.py", ast.unparse(tree).encode())


def nothing_failed(report: Report) -> bool:
    verdicts = {graph.verdict for suite in report.suites for graph in suite.graphs}
    return not verdicts & {Verdict.FAILED, Verdict.NOT_RUN}


@pytest.mark.sampled(one_in=12)
@pytest.mark.parametrize(("base", "op"), PAIRS, ids=lambda each: getattr(each, "id", each))
@pytest.mark.parametrize("lessen", [without, unwritten])
def test_what_needs_an_operation_that_is_not_written_is_missing(
    lessen: Callable[[Member, str], Source], base: Member, op: str, graded: ReportCache
) -> None:
    source = lessen(base, op)
    report = graded.report(source, FULL, diagnose=False)
    if _refers_to_it(report):
        return
    assert nothing_failed(report)
    assert op not in {note.operation for note in report.notes if note.kind == "number-wrapped"}
    assert report.score.earned + report.score.missing == report.score.possible
    view = report_view(trim(report, DEFAULT), {source.name: source.content})
    assert all(suite.verdict is not Verdict.FAILED for stage in view.stages for suite in stage.suites)
    if report.score.missing:
        assert view.unfinished is not None
        assert f"({report.score.missing} points)" in view.unfinished.heading


def _refers_to_it(report: Report) -> bool:
    """Whether another line names what was taken out, so that the file is broken and not unfinished."""
    graphs = [graph.problem for suite in report.suites for graph in suite.graphs]
    return any(problem is not None and problem.type == "NameError" for problem in (report.problem, *graphs))


CLASS = """
import math

class Value:
    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents, self.rule = data, 0.0, parents, None
    def lift(other):
        return other if isinstance(other, Value) else Value(other)
    def __add__(self, other):
        other = Value.lift(other)
        out = Value(self.data + other.data, (self, other))
        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out.rule = rule
        return out
    __radd__ = __add__
    def backward(self):
        order, seen, stack = [], set(), [(self, False)]
        while stack:
            node, done = stack.pop()
            if done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack.extend((parent, False) for parent in node.parents)
        self.grad = 1.0
        for node in reversed(order):
            if node.rule:
                node.rule()
"""
NEEDING = {
    "a method that Python would look for": ("*", "    def __neg__(self): return self * -1"),
    "the method by its name": ("*", "    def __neg__(self): return self.__mul__(-1)"),
    "a number on the left": ("*", "    def __neg__(self): return -1 * self"),
    "its own with a number on the left": (
        "reflected -",
        "    def __sub__(self, other): return (0 - other) + self",
    ),
    "through another that waits": (
        "*",
        "    def __neg__(self): return self * -1\n    def __sub__(self, other): return self + (-other)",
    ),
    "a function": ("exp", "    def sigmoid(self): return self.exp()"),
    "one without a body": (
        "*",
        "    def __mul__(self, other): pass\n    def __neg__(self): return self * -1",
    ),
    "one that others try first": (
        "*",
        "    def __neg__(self):\n        try: return self * -1\n        except ZeroDivisionError: return 0",
    ),
}


@pytest.mark.parametrize("how", NEEDING)
def test_it_is_named_however_it_is_called(how: str, graded: ReportCache) -> None:
    op, methods = NEEDING[how]
    report = graded.report(Source("value.py", f"{CLASS}{methods}\n".encode()), FULL, diagnose=False)
    graphs = [graph for suite in report.suites for graph in suite.graphs]
    assert nothing_failed(report)
    assert op in {graph.problem.operation for graph in graphs if graph.problem}


NOT_WAITING = {
    "a misspelt name": "    def __neg__(self): return self * minus_one",
    "an error before": "    def __neg__(self):\n        self.datum\n        return self * -1",
    "another way that is wrong": (
        "    def __neg__(self):\n        try:\n            return self * -1\n"
        "        except TypeError:\n            return Value(-self.datum, (self,))"
    ),
}


@pytest.mark.parametrize("how", NOT_WAITING)
def test_an_error_of_its_own_is_one(how: str, graded: ReportCache) -> None:
    report = graded.report(Source("value.py", f"{CLASS}{NOT_WAITING[how]}\n".encode()), FULL, diagnose=False)
    (negation,) = (suite for suite in report.suites if suite.slug == "negation")
    assert negation.verdict is Verdict.FAILED


_MUL = """
    def __mul__(self, other):
        out = Value(self.data * other.{data}, (self, other))
        def rule():
            pass
        out.rule = rule
        return out
"""
SLIPS = {
    "an error before": ("dat", {"subtraction", "tanh", "neuron"}),
    "a rule without a body": ("data", {"linear_chain", "diamond", "nodes_used_again", "subtraction", "tanh"}),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_suite_that_needs_what_is_not_written_has_not_failed(slip: str, graded: ReportCache) -> None:
    data, waiting = SLIPS[slip]
    source = CLASS + _MUL.format(data=data)
    report = graded.report(Source("value.py", source.encode()), FULL, diagnose=False)
    suites = {suite.slug: suite for suite in report.suites}
    assert {suites[slug].verdict for slug in waiting} == {Verdict.MISSING}
    assert not any(suites[slug].earned for slug in waiting)
    assert report.is_answer


def test_what_a_class_need_not_have_costs_nothing_after_an_error_before(graded: ReportCache) -> None:
    source = CLASS + _MUL.format(data="dat")
    report = graded.report(Source("value.py", source.encode()), FULL, diagnose=False)
    suites = {suite.slug: suite for suite in report.suites}
    for slug in ("value_exponent", "zero_grad"):
        assert (suites[slug].verdict, suites[slug].possible) == (Verdict.NOT_APPLICABLE, 0)


def test_what_is_printed_on_the_way_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    with standing_in(type("Value", (), {}), {"__neg__": "neg"}, Places(), "data"):
        sys.stdout.write("once more")
        sys.stderr.write("once more")
    assert capsys.readouterr() == ("", "")


def test_the_class_is_afterwards_as_it_was() -> None:
    later = object()
    cls = type("Value", (), {"__neg__": later})
    with standing_in(cls, {"__neg__": "neg", "__pow__": "**"}, Places(), "data"):
        assert vars(cls).keys() >= {"__neg__", "__pow__"}
        assert vars(cls)["__neg__"] is not later
    assert vars(cls)["__neg__"] is later
    assert "__pow__" not in vars(cls)
