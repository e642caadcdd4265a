"""Points: every graph counts once, what cannot be asked counts neither way, one fault is told once."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report import GraphResult, SuiteResult, Verdict
from grader.score import not_run, suite_results, total
from suites import Graph, Stage, Suite, at, load

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


@pytest.mark.parametrize("first", product(JUDGED, repeat=2), ids=lambda pair: "-".join(pair))
def test_what_needs_a_suite_is_run_only_where_that_was_passed(first: tuple[Verdict, Verdict]) -> None:
    suites = [suite("late", "early"), suite("early")]
    late, early = suite_results(
        suites, {"early": results(*first), "late": results(Verdict.PASSED, Verdict.PASSED)}
    )
    assert (late.slug, early.slug) == ("late", "early")
    if early.verdict is Verdict.PASSED:
        assert (late.verdict, late.earned, late.needs) == (Verdict.PASSED, 3, None)
    else:
        assert (late.verdict, late.earned, late.possible, late.needs) == (Verdict.NOT_RUN, 0, 3, "early")


def test_a_suite_that_is_needed_but_not_asked_for_stops_nothing() -> None:
    (found,) = suite_results([suite("late", "early")], {"late": results(Verdict.PASSED, Verdict.PASSED)})
    assert found.verdict is Verdict.PASSED


def test_of_several_needs_the_first_that_failed_is_named() -> None:
    suites = [suite("a"), suite("b"), suite("late", "a", "b")]
    good, bad = results(Verdict.PASSED, Verdict.PASSED), results(Verdict.FAILED, Verdict.PASSED)
    *_, late = suite_results(suites, {"a": good, "b": bad, "late": good})
    assert late.needs == "b"


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


def test_every_need_is_a_suite_that_comes_before_in_points_and_order() -> None:
    for each in load().values():
        for need in each.needs:
            assert need in load()
            assert len(load()[need].needs) < len(each.needs), "it has to be known when it is asked for"
