"""A suite needs the operations of its own graphs and no others: a class with exactly these earns it."""

import ast
from collections.abc import Iterable, Mapping

import pytest

from grader.assignment import CHOICES, SuiteSelection, assignment
from grader.reference import METHODS, REFLECTED, source
from grader.report import Verdict
from grader.sandbox.plays import Source
from suites import Graph, Operation, Suite, load
from tests.graded import ReportCache

SUITES = list(load().values())

DIALECTS: Mapping[str, Mapping[str, str]] = {
    "usual": {},
    "names that only trying tells": {"def backward(": "def propagate(", ".grad": ".slope"},
    "rules that cannot be called by hand": {"_backward": "_rule"},
}


def operations(graphs: Iterable[Graph]) -> frozenset[str]:
    steps = (step for graph in graphs for step in graph.program.steps)
    return frozenset(step.op for step in steps if isinstance(step, Operation))


def only(present: frozenset[str], dialect: str) -> Source:
    """The reference with these operations alone."""
    absent = METHODS.keys() - present
    names = {methods[op] for methods in (METHODS, REFLECTED) for op in absent & methods.keys()}
    tree = ast.parse(source())
    (cls,) = tree.body
    assert isinstance(cls, ast.ClassDef)
    cls.body = [part for part in cls.body if not (isinstance(part, ast.FunctionDef) and part.name in names)]
    text = f"from __future__ import annotations\nimport math\n{ast.unparse(tree)}\n"
    for old, new in DIALECTS[dialect].items():
        assert old in text
        text = text.replace(old, new)
    return Source("exactly.py", text.encode())


def assignments(suite: Suite) -> list[SuiteSelection]:
    """The suite alone, and everything that can be assigned with it."""
    return [SuiteSelection("alone", (suite,)), *(assignment(n) for n, has in CHOICES.items() if has(suite))]


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.slug)
def test_a_class_with_exactly_the_operations_of_a_suite_earns_it(
    suite: Suite, dialect: str, graded: ReportCache
) -> None:
    file = only(operations(suite.graphs), dialect)
    for each in assignments(suite):
        report = graded.report(file, each, diagnose=False)
        (result,) = (result for result in report.suites if result.slug == suite.slug)
        assert (result.earned, result.possible, result.missing) == (suite.points, suite.points, 0), each.name


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("op", ["+", "*"])
def test_with_one_operation_each_graph_of_it_is_earned_and_the_others_are_missing(
    op: str, dialect: str, graded: ReportCache
) -> None:
    report = graded.report(only(frozenset({op}), dialect), assignment("full"), diagnose=False)
    graphs = {graph.caption: graph for suite in SUITES for graph in suite.graphs}
    for suite in report.suites:
        for graph in suite.graphs:
            if operations([graphs[graph.graph]]) == {op}:
                assert graph.verdict is Verdict.PASSED, graph.graph
            else:
                assert graph.verdict in (Verdict.MISSING, Verdict.NOT_APPLICABLE), graph.graph
