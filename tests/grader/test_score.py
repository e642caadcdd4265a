"""Points: every graph counts once, what cannot be asked counts neither way, one fault is told once."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from grader.expected import expect
from grader.instances import Instance
from grader.judge import graph_result, judge
from grader.plan import Planned
from grader.records import replace
from grader.report import GraphResult, SuiteResult, Verdict
from grader.sandbox.plays import Observation, Play, PlayStatus
from grader.sandbox.replies import Problem, ProblemKind
from grader.score import not_run, suite_results, total, without_absent
from suites import Drive, Graph, Stage, Suite, at, load
from tests.offenders import for_each

ONE, TWO = Graph("b = a * 2", at(a=1)), Graph("c = a + 1", at(a=1), points=2)


def suite(slug: str, *needs: str, graphs: tuple[Graph, ...] = (ONE, TWO)) -> Suite:
    return Suite(title=slug, stage=Stage.OPERATIONS, rank=1, graphs=graphs, needs=needs, slug=slug)


def result(graph: Graph, verdict: Verdict) -> GraphResult:
    """What the judge says of a graph with that verdict."""
    counts = verdict in {Verdict.PASSED, Verdict.FAILED, Verdict.MISSING, Verdict.NOT_RUN}
    earned = graph.points if verdict is Verdict.PASSED else 0
    possible = graph.points if counts else 0
    return GraphResult(graph=graph.caption, verdict=verdict, earned=earned, possible=possible)


def results(*verdicts: Verdict) -> list[GraphResult]:
    return [result(graph, verdict) for graph, verdict in zip((ONE, TWO), verdicts, strict=True)]


def only(*verdicts: Verdict) -> SuiteResult:
    (found,) = suite_results([suite("s")], {"s": results(*verdicts)})
    return found


JUDGED = [Verdict.PASSED, Verdict.FAILED, Verdict.MISSING, Verdict.NOT_APPLICABLE]


@pytest.mark.parametrize(
    ("verdicts", "verdict", "points"),
    [
        ((Verdict.PASSED, Verdict.PASSED), Verdict.PASSED, (3, 3, 0)),
        ((Verdict.PASSED, Verdict.FAILED), Verdict.FAILED, (1, 3, 0)),
        ((Verdict.FAILED, Verdict.PASSED), Verdict.FAILED, (2, 3, 0)),
        ((Verdict.MISSING, Verdict.PASSED), Verdict.MISSING, (2, 3, 1)),
        ((Verdict.MISSING, Verdict.FAILED), Verdict.FAILED, (0, 3, 1)),
        ((Verdict.MISSING, Verdict.MISSING), Verdict.MISSING, (0, 3, 3)),
        ((Verdict.NOT_APPLICABLE, Verdict.PASSED), Verdict.PASSED, (2, 2, 0)),
        ((Verdict.NOT_APPLICABLE, Verdict.FAILED), Verdict.FAILED, (0, 2, 0)),
        ((Verdict.NOT_APPLICABLE, Verdict.NOT_APPLICABLE), Verdict.NOT_APPLICABLE, (0, 0, 0)),
    ],
)
def test_the_worst_graph_names_the_suite_and_points_add_up(
    verdicts: tuple[Verdict, Verdict], verdict: Verdict, points: tuple[int, int, int]
) -> None:
    found = only(*verdicts)
    assert found.verdict is verdict
    assert (found.earned, found.possible, found.missing) == points


PAIRS = list(product(JUDGED, repeat=2))


@for_each("later", PAIRS, ids="-".join)
@for_each("first", PAIRS, ids="-".join)
def test_a_failure_is_told_only_where_nothing_it_needs_has_failed(
    first: tuple[Verdict, Verdict], later: tuple[Verdict, Verdict]
) -> None:
    graphs = {"early": results(*first), "late": results(*later)}
    late, early = suite_results([suite("late", "early"), suite("early")], graphs)
    assert (late.slug, early.slug) == ("late", "early")
    assert early == replace(only(*first), slug="early", title="early")
    if Verdict.FAILED in first and Verdict.FAILED in later:
        untold = [Verdict.NOT_RUN if verdict is Verdict.FAILED else verdict for verdict in later]
        assert [graph.verdict for graph in late.graphs] == untold
        assert (late.earned, late.possible) == (only(*later).earned, only(*later).possible)
        assert late.needs == "early"
    else:
        assert late == replace(only(*later), slug="late", title="late")


def test_a_suite_that_is_needed_but_not_asked_for_stops_nothing() -> None:
    (found,) = suite_results([suite("late", "early")], {"late": results(Verdict.PASSED, Verdict.FAILED)})
    assert (found.verdict, found.earned) == (Verdict.FAILED, 1)


def test_of_several_needs_the_first_that_failed_is_named() -> None:
    suites = [suite("a"), suite("b"), suite("c"), suite("late", "a", "b", "c")]
    good, bad = results(Verdict.PASSED, Verdict.PASSED), results(Verdict.FAILED, Verdict.PASSED)
    *_, late = suite_results(suites, {"a": good, "b": bad, "c": bad, "late": bad})
    assert late.needs == "b"


def test_along_a_chain_of_needs_the_first_failure_is_told_alone() -> None:
    suites = [suite("c", "b"), suite("b", "a"), suite("a")]
    bad = results(Verdict.FAILED, Verdict.FAILED)
    found = suite_results(suites, {"a": bad, "b": bad, "c": bad})
    assert [(each.verdict, each.needs) for each in found] == [
        (Verdict.NOT_RUN, "b"), (Verdict.NOT_RUN, "a"), (Verdict.FAILED, None),
    ]  # fmt: skip


def test_what_was_not_run_has_nothing_and_could_have_had_all() -> None:
    found = not_run(suite("s"))
    assert (found.verdict, found.earned, found.possible, found.missing) == (Verdict.NOT_RUN, 0, 3, 0)
    assert {graph.verdict for graph in found.graphs} == {Verdict.NOT_RUN}


@given(st.lists(st.tuples(st.sampled_from(JUDGED), st.sampled_from(JUDGED)), max_size=6))
def test_the_total_is_the_sum_and_never_more_than_what_is_possible(
    verdicts: list[tuple[Verdict, Verdict]],
) -> None:
    suites = [suite(f"s{n}") for n in range(len(verdicts))]
    graphs = {f"s{n}": results(*pair) for n, pair in enumerate(verdicts)}
    score = total(suite_results(suites, graphs))
    counted = [graph for pair in graphs.values() for graph in pair]
    assert score.earned == sum(graph.earned for graph in counted)
    assert score.possible == sum(graph.possible for graph in counted)
    assert 0 <= score.earned <= score.possible
    assert score.missing == sum(g.possible for g in counted if g.verdict is Verdict.MISSING)
    assert score.earned + score.missing <= score.possible


def test_every_need_is_a_suite() -> None:
    for each in load().values():
        assert set(each.needs) <= set(load()) - {each.slug}


# --- From a play to the points of its graph -----------------------------------------------------------------


def verdict_of(status: PlayStatus, suite: Suite, problem: Problem | None = None) -> GraphResult:
    graph = suite.graphs[0]
    inputs = (1.0,) * len(graph.program.inputs)
    instance = Instance(inputs, expect(graph.program, inputs), textbook=True)
    judged = judge(Planned(Play(suite, graph, inputs), instance), Observation(status, problem=problem))
    return graph_result(suite, graph, [judged], [])


def test_an_operation_that_is_missing_can_cost_its_points() -> None:
    found = verdict_of(PlayStatus.MISSING, suite("s"), Problem(kind=ProblemKind.MISSING, operation="*"))
    assert (found.verdict, found.earned, found.possible) == (Verdict.MISSING, 0, 1)


def test_an_operation_that_is_missing_costs_nothing_where_it_is_optional() -> None:
    found = verdict_of(
        PlayStatus.MISSING, replace(suite("s"), optional=True), Problem(kind=ProblemKind.MISSING)
    )
    assert (found.verdict, found.earned, found.possible) == (Verdict.NOT_APPLICABLE, 0, 0)


@pytest.mark.parametrize(("absent", "possible"), [("sin", 1), ("*", 2)])
def test_a_graph_that_fails_before_the_absent_operation_costs_nothing_either(
    absent: str, possible: int
) -> None:
    asked = tuple(Graph(text, at(a=1)) for text in ("b = sin(a)", "c = sin(a * 2)", "b = a * 3"))
    optional = replace(suite("s", graphs=asked), optional=True, about=("sin",))
    missing = GraphResult(
        graph=asked[0].caption, verdict=Verdict.NOT_APPLICABLE, earned=0, possible=0,
        problem=Problem(kind=ProblemKind.MISSING, operation=absent),
    )  # fmt: skip
    failed = [result(graph, Verdict.FAILED) for graph in asked[1:]]
    (found,) = suite_results([optional], without_absent([optional], {"s": [missing, *failed]}))
    assert (found.earned, found.possible) == (0, possible)


def test_what_cannot_be_asked_counts_neither_way() -> None:
    found = verdict_of(PlayStatus.NOT_APPLICABLE, replace(suite("s"), drive=Drive.BY_HAND))
    assert (found.verdict, found.earned, found.possible) == (Verdict.NOT_APPLICABLE, 0, 0)


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize("status", [PlayStatus.FORWARD_ERROR, PlayStatus.BACKWARD_ERROR])
def test_an_error_costs_the_points_optional_or_not(status: PlayStatus, optional: bool) -> None:  # noqa: FBT001
    problem = Problem(kind=ProblemKind.EXCEPTION)
    found = verdict_of(status, replace(suite("s"), optional=optional), problem)
    assert (found.verdict, found.earned, found.possible, found.problem) == (Verdict.FAILED, 0, 1, problem)
