"""Generic inputs: generic, within bounds, and the same for the same seed."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from grader.expected import expect
from grader.instances import Instance, draw, instances
from suites import Graph, Suite, at, load
from tests.offenders import for_each
from tests.random_graphs import random_graph

FRESH = [
    pytest.param(suite, graph, id=f"{slug}-{position}")
    for slug, suite in load().items()
    for position, graph in enumerate(suite.graphs)
    if graph.fresh
]


def drawn(graph: Graph, seed: int = 1) -> Instance:
    """A generic instance, which must exist."""
    found = draw(graph, Random(seed))
    assert found is not None
    return found


@for_each(("suite", "graph"), FRESH)
def test_generic_instances_are_moderate_and_answered(suite: Suite, graph: Graph) -> None:
    rng = Random(suite.slug)
    for _ in range(20):
        found = draw(graph, rng)
        assert found is not None
        assert found.expected == expect(graph.program, found.inputs)
        assert max(map(abs, found.expected.data)) <= 100
        assert max(map(abs, found.expected.gradients)) <= 1e4
        assert all(0.3 <= abs(number) <= 3 for number in found.inputs)
        assert not found.textbook


@for_each(("suite", "graph"), FRESH)
def test_generic_inputs_are_not_round_and_not_alike(suite: Suite, graph: Graph) -> None:
    inputs = drawn(graph, seed=len(suite.slug)).inputs
    free = [x for x, name in zip(inputs, graph.program.inputs, strict=True) if name not in graph.equal[1:]]

    assert all(round(number, 6) != number for number in inputs)
    assert all(abs(x - y) >= 0.05 for x, y in combinations(free, 2))


def test_inputs_that_share_data_are_drawn_equal() -> None:
    graph = Graph("L = (a + b) * c * b", at(a=1, b=1, c=2), equal=("a", "b"))
    a, b, c = drawn(graph).inputs

    assert a == b
    assert a != c


def test_the_textbook_comes_first_and_is_computed_once() -> None:
    graph = Graph("b = a * a", at(a=3) + at(a=2))
    first, second = (instances(graph, Random(seed)) for seed in (1, 2))

    assert [instance.inputs for instance in first[:2]] == [(3,), (2,)]
    assert [instance.textbook for instance in first] == [True, True, False]
    assert first[0].expected is second[0].expected
    assert first[2].inputs != second[2].inputs


def test_a_graph_that_is_not_fresh_is_played_at_its_textbook_only() -> None:
    assert len(instances(Graph("b = a * a", at(a=3), fresh=False), Random(1))) == 1


@given(st.integers())
def test_the_same_seed_draws_the_same_instance(seed: int) -> None:
    graph = Graph("L = log(a * b) / c", at(a=1, b=2, c=3))

    assert drawn(graph, seed) == drawn(graph, seed)


@for_each("seed", range(20))
def test_kinks_and_poles_are_kept_away_from(seed: int) -> None:
    graph = Graph("r = relu(a + b); q = c / (a - b); p = (a * c) ** 0.5; t = tanh(a * b)", at(a=1, b=2, c=3))
    data = dict(zip(graph.program.texts, drawn(graph, seed).expected.data, strict=True))

    assert abs(data["a + b"]) >= 0.05
    assert abs(data["a - b"]) >= 0.05
    assert data["a * c"] >= 0.05
    assert abs(data["a * b"]) <= 4


def test_which_inputs_are_negative_belongs_to_the_graph_and_not_to_the_seed() -> None:
    """A mistake that shows on one sign costs the same points at every seed."""
    signs = {}
    for text in ("L = a * b + c", "L = a * b - c", "L = a + b * c", "L = a - b - c"):
        graph = Graph(text, at(a=1, b=2, c=3))
        found = {tuple(x < 0 for x in drawn(graph, seed).inputs) for seed in range(50)}
        (signs[text],) = found
        assert len(set(signs[text])) > 1, "some faults show on one sign only"
    assert len(set(signs.values())) > 1


@pytest.mark.parametrize(("near", "is_above"), [(0.5, False), (2.0, True)])
def test_logarithms_have_the_sign_that_the_textbook_has(near: float, is_above: bool) -> None:  # noqa: FBT001
    graph = Graph("L = log(a) * b", at(a=near, b=2))
    found = [drawn(graph, seed).inputs for seed in range(50)]

    assert all(a > 0 for a, _ in found)
    assert {a > 1 for a, _ in found} == {is_above}


def test_a_graph_of_many_logarithms_is_played_at_positive_inputs() -> None:
    terms = " + ".join(f"log({x} * {y} * {z})" for x, y, z in combinations("abcdefgh", 3))
    graph = Graph(f"L = {terms}", (dict.fromkeys("abcdefgh", 1.0),))

    assert all(number > 0 for number in drawn(graph).inputs)


def test_a_graph_of_large_numbers_is_played_near_its_textbook() -> None:
    found = drawn(Graph("b = log(a - 500)", at(a=600)))

    assert 540 <= found.inputs[0] <= 660


def test_a_graph_that_has_a_value_almost_nowhere_is_played_at_its_textbook_only() -> None:
    graph = Graph("b = log(1 - (a - 1000) ** 2 * 1000000)", at(a=1000))

    assert draw(graph, Random(1)) is None
    assert [instance.textbook for instance in instances(graph, Random(1))] == [True]


def test_a_hundred_inputs_find_room() -> None:
    names = [f"x{i}" for i in range(100)]
    graph = Graph("L = " + " + ".join(names), (dict.fromkeys(names, 1.0),))

    assert len(set(drawn(graph).inputs)) == 100


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=20))
def test_what_is_drawn_for_a_random_graph_is_answered(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    for instance in instances(graph, Random(seed)):
        assert instance.expected == expect(graph.program, instance.inputs)
