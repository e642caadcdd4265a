"""Nodes used again after a pass: what the first pass left behind costs points, a policy does not."""

import pytest

from grader.assignment import SuiteSelection, assignment
from grader.records import replace
from grader.report import GraphResult, Report, Verdict
from grader.sandbox.plays import Source
from grader.sandbox.replies import ProblemKind
from suites import load
from tests.corpus_files import Member, correct, member, wrong
from tests.graded import ReportCache

FULL = assignment("full")
SLUG = "nodes_used_again"
ALONE = SuiteSelection("alone", (load()[SLUG],))
LEFT_BEHIND = [found for found in wrong() if SLUG in found.fails]

FREE_OR_REFUSE = frozenset(
    {
        "closures_set/graph_freed_after_the_pass",
        "edge_lists/edges_freed_and_refused",
        "explicit_stack/second_use_refused_at_once",
        "functional/inputs_kept_until_the_pass",
        "global_tape/tape_emptied_after_the_pass",
        "local_gradients/slopes_freed",
        "operation_objects/creators_cut_off",
    }
)
"""Right classes by whose policy nodes are not used again."""

CLASS = """
class Value:
    def __init__(self, data, below=(), rule=None):
        self.data, self.grad, self.below, self.rule = data, 0.0, below, rule

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def order(self, known):
        if self not in known:
            for node in self.below:
                yield from node.order(known)
            known[self] = True
            yield self

    def backward(self):
        order = list(self.order({}))
        self.grad = 1.0
        for node in reversed(order):
            for below, share in zip(node.below, node.rule(node.grad) if node.rule else ()):
                below.grad += share
"""


def results(report: Report) -> tuple[GraphResult, ...]:
    return next(suite.graphs for suite in report.suites if suite.slug == SLUG)


def of_class(graded: ReportCache, *changes: tuple[str, str]) -> tuple[GraphResult, ...]:
    """The results of the class, with each of the changes made."""
    text = CLASS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return results(graded.report(Source("value.py", text.encode()), ALONE))


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("found", LEFT_BEHIND, ids=[found.id for found in LEFT_BEHIND])
def test_what_a_pass_leaves_behind_costs_points_and_is_proven_at_its_line(
    found: Member, graded: ReportCache
) -> None:
    report = graded.report(found.submission, FULL)
    assert report.diagnosis is not None
    told = [(finding.fault, finding.certainty.value) for finding in report.diagnosis.findings]

    assert any(graph.verdict is Verdict.FAILED for graph in results(report))
    assert told == [(found.fault, "proven")]
    assert [finding.where.line for finding in report.diagnosis.findings] == [found.line]


@pytest.mark.parametrize("identity", sorted(FREE_OR_REFUSE))
def test_a_class_that_frees_or_refuses_is_told_so_and_loses_nothing(
    identity: str, graded: ReportCache
) -> None:
    graphs = results(graded.report(member(identity).submission, FULL))
    freed = [graph for graph in graphs if graph.verdict is not Verdict.PASSED]

    assert freed
    assert {graph.verdict for graph in freed} == {Verdict.NOT_APPLICABLE}
    assert {graph.problem and graph.problem.kind for graph in freed} == {ProblemKind.GRAPH_FREED}
    assert not sum(graph.possible for graph in freed)


def test_most_right_classes_have_their_nodes_used_again(graded: ReportCache) -> None:
    asked = [found for found in correct() if found.id not in FREE_OR_REFUSE]
    kept = [results(graded.report(found.submission, FULL)) for found in asked]
    passed = [graphs for graphs in kept if all(graph.verdict is Verdict.PASSED for graph in graphs)]

    assert len(passed) >= 0.9 * len(kept)


def test_the_usual_class_passes(graded: ReportCache) -> None:
    assert {graph.verdict for graph in of_class(graded)} == {Verdict.PASSED}


@pytest.mark.parametrize(
    "lets_go",
    [
        "node.below = ()",
        "node.rule = lambda g: ()",
        "node.below.clear()",
        "del node.below[:]",
        "node.rule = None",
    ],
)
def test_a_graph_of_which_the_pass_lets_go_is_freed(lets_go: str, graded: ReportCache) -> None:
    in_lists = ("0.0, below, rule", "0.0, list(below), rule")
    freed = (
        "                below.grad += share\n",
        f"                below.grad += share\n            {lets_go}\n",
    )

    graphs = of_class(graded, in_lists, freed)

    assert {graph.verdict for graph in graphs} == {Verdict.NOT_APPLICABLE}


def of_class_that_ends(statement: str, graded: ReportCache) -> set[Verdict]:
    """The verdicts on the class, where a second use of a node comes to a statement."""
    marked = (
        "        self.grad = 1.0\n",
        "        self.grad = 1.0\n        for node in order: node.spent = True\n",
    )
    order = "        order = list(self.order({}))\n"
    test = "any(hasattr(node, 'spent') and node.below for node in order)"
    graphs = of_class(graded, marked, (order, f"{order}        if {test}: {statement}\n"))
    return {graph.verdict for graph in graphs}


@pytest.mark.parametrize(
    "refusal", ["raise RuntimeError('freed')", "assert False, 'freed'", "raise KeyError"]
)
def test_an_exception_of_its_own_is_a_refusal(refusal: str, graded: ReportCache) -> None:
    assert of_class_that_ends(refusal, graded) == {Verdict.NOT_APPLICABLE}


@pytest.mark.sampled(one_in=2)
@pytest.mark.parametrize("accident", ["[][0]", "None()", "{}['a']", "int('x')", "next(iter(()))"])
def test_an_accident_is_no_refusal(accident: str, graded: ReportCache) -> None:
    assert of_class_that_ends(accident, graded) == {Verdict.FAILED}


@pytest.mark.parametrize(
    "change",
    [
        "node.count = 1",
        "node.below = list(node.below)",
        "node.below = tuple(reversed(node.below[::-1]))",
        "node.latest = order",
        "KEPT.append(node)",
    ],
)
def test_what_only_changes_or_grows_is_not_freed(change: str, graded: ReportCache) -> None:
    kept = ("\nclass Value:\n", "\nKEPT, SEEN = [], {}\n\n\nclass Value:\n")
    state = ("list(self.order({}))", "list(self.order(SEEN))")
    also = (
        "                below.grad += share\n",
        f"                below.grad += share\n            {change}\n",
    )

    graphs = of_class(graded, kept, state, also)

    assert {graph.verdict for graph in graphs} == {Verdict.FAILED}


def test_gradients_that_nobody_can_set_cost_nothing(graded: ReportCache) -> None:
    read_only = (
        "    def backward(self):\n",
        "    @property\n    def grad(self):\n        return self.total\n\n    def backward(self):\n",
    )
    graphs = of_class(
        graded, ("0.0, below, rule", "0.0, below, rule"), ("self.grad, self.below", "self.total, self.below"),
        ("self.grad = 1.0", "self.total = 1.0"), ("below.grad +=", "below.total +="), read_only,
    )  # fmt: skip

    assert {graph.verdict for graph in graphs} == {Verdict.NOT_APPLICABLE}
    assert {graph.problem and graph.problem.kind for graph in graphs} == {ProblemKind.UNCLEARED}


@pytest.mark.parametrize("name", sorted(FREE_OR_REFUSE))
def test_an_assignment_may_insist_on_a_graph_that_stays(name: str, graded: ReportCache) -> None:
    lenient = graded.report(member(name).submission, ALONE)
    strict = graded.report(member(name).submission, replace(ALONE, keep_graph=True))

    failed = [graph for graph in results(strict) if graph.verdict is Verdict.FAILED]

    assert lenient.score.earned == lenient.score.possible
    assert strict.score.earned == lenient.score.earned
    assert strict.score.possible == sum(graph.points for graph in load()[SLUG].graphs)
    assert {graph.problem and graph.problem.kind for graph in failed} == {ProblemKind.GRAPH_NOT_KEPT}


@pytest.mark.parametrize("found", [m for m in correct() if m.name == "base"], ids=lambda found: found.id)
def test_a_class_that_keeps_its_graph_loses_nothing_by_that(found: Member, graded: ReportCache) -> None:
    strict = graded.report(found.submission, replace(ALONE, keep_graph=True))

    assert strict.score == graded.report(found.submission, ALONE).score
