"""Expected values against two other ways to differentiate, and against what several passes must give."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, strategies as st

from bench._path_sums import path_sums
from grader.expected import expect
from grader.opinions import finite_differences, has_opinions
from suites import OPERATIONS, Convention, Graph, Program, load, parse
from tests.random_graphs import random_graph

SEEDS = st.integers(min_value=0)
SIZES = st.integers(min_value=1, max_value=30)
SECOND_PASS = [each for each in Convention if each is not Convention.OUTPUT_NOT_STORED]


def inputs_of(graph: Graph) -> list[float]:
    """The first textbook inputs."""
    return list(graph.textbook[0].values())


def gradients(text: str, *conventions: Convention, **inputs: float) -> dict[str, float]:
    """Expected gradients by name."""
    program = parse(text, tuple(inputs))
    return dict(
        zip(program.nodes, expect(program, list(inputs.values()), conventions).gradients, strict=True)
    )


def close(numbers: Sequence[float], rel: float) -> object:
    """Equal up to a share of the largest number: sums may cancel."""
    return pytest.approx(numbers, rel=rel, abs=rel * max(1.0, *map(abs, numbers)))


def with_second_pass(program: Program) -> Program:
    """The same program with its last step once more."""
    return Program(program.inputs, (*program.steps, program.steps[-1]))


@given(SEEDS, SIZES)
def test_gradients_are_sums_over_paths(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    expected = expect(graph.program, inputs_of(graph)).gradients
    actual = path_sums(graph.program, inputs_of(graph))

    assert actual is None or close(expected, 1e-12) == actual


@given(SEEDS, SIZES)
def test_gradients_are_limits_of_differences(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    expected = expect(graph.program, inputs_of(graph)).gradients

    assert close(expected, 1e-3) == finite_differences(graph.program, inputs_of(graph), graph.program.nodes)


@given(SEEDS, SIZES)
def test_a_second_pass_doubles_every_gradient(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    once = expect(graph.program, inputs_of(graph)).gradients
    twice = expect(with_second_pass(graph.program), inputs_of(graph)).gradients

    assert tuple(2.0 * gradient for gradient in once) == twice


@given(SEEDS, SIZES)
def test_a_second_pass_that_resets_leaves_one(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    once = expect(graph.program, inputs_of(graph))

    assert once == expect(with_second_pass(graph.program), inputs_of(graph), {Convention.PASSES_RESET})


@given(SEEDS, SIZES, st.sampled_from(SECOND_PASS))
def test_conventions_say_nothing_of_a_single_pass(seed: int, operations: int, convention: Convention) -> None:
    graph = random_graph(Random(seed), operations)

    expected = expect(graph.program, inputs_of(graph))
    assert expected == expect(graph.program, inputs_of(graph), {convention})


@given(SEEDS, SIZES)
def test_an_output_that_stores_no_gradient_is_the_only_difference(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    usual = expect(graph.program, inputs_of(graph))

    changed = expect(graph.program, inputs_of(graph), {Convention.OUTPUT_NOT_STORED})
    assert changed.data == usual.data
    assert changed.gradients[:-1] == usual.gradients[:-1]
    assert (changed.gradients[-1], usual.gradients[-1]) == (0.0, 1.0)


@given(SEEDS)
def test_one_operation_of_each_kind_has_the_right_slope(seed: int) -> None:
    for op in OPERATIONS:
        graph = random_graph(Random(seed), 1, ops=(op,))
        expected = expect(graph.program, inputs_of(graph)).gradients

        assert close(expected, 1e-3) == finite_differences(
            graph.program, inputs_of(graph), graph.program.nodes
        )


def test_both_sides_of_a_power_have_a_slope() -> None:
    program = parse("L = a ** b * b + 2 ** a", ("a", "b"))
    expected = expect(program, [1.7, -0.6]).gradients

    assert close(expected, 1e-9) == path_sums(program, [1.7, -0.6])
    assert close(expected[:2], 1e-8) == finite_differences(program, [1.7, -0.6])


def test_a_second_pass_that_compounds_also_hands_on_the_middle() -> None:
    text = "m = a * b; y = m * c; y.backward(); y.backward()"

    once = {"a": 12, "b": 8, "c": 6, "m": 4, "y": 1}
    assert once == gradients("m = a * b; y = m * c", a=2, b=3, c=4)
    assert gradients(text, Convention.PASSES_COMPOUND, a=2, b=3, c=4)["a"] == 36
    assert gradients(text, a=2, b=3, c=4)["a"] == 24


def test_a_cleared_gradient_starts_again() -> None:
    text = "u = a * b; u.backward(); a.grad = 0; v = a + b; v.backward()"

    assert gradients(text, a=2, b=3) == {"a": 1, "b": 3, "u": 1, "v": 1}


def test_zero_grad_clears_the_node_it_is_called_on() -> None:
    text = "u = a * b; u.backward(); a.zero_grad()"

    assert gradients(text, a=2, b=3) == {"a": 0, "b": 2, "u": 1}


def test_a_pass_resets_its_own_graph_only() -> None:
    text = "u = a * b; u.backward(); v = c + b; v.backward()"

    assert gradients(text, Convention.PASSES_RESET, a=3, b=3, c=5) == {"a": 3, "b": 1, "c": 1, "u": 1, "v": 1}


def test_nodes_behind_the_root_have_no_gradient() -> None:
    assert gradients("n = a * b; r = n + a; n.backward()", a=2, b=3) == {"a": 3, "b": 2, "n": 1, "r": 0}


def test_relu_at_zero_has_slope_zero_or_by_convention_one() -> None:
    assert gradients("b = relu(a)", a=0)["a"] == 0
    assert gradients("b = relu(a)", Convention.RELU_AT_ZERO_IS_ONE, a=0)["a"] == 1


@pytest.mark.parametrize(
    ("text", "a"), [("b = log(a)", 0), ("b = 1 / a", 0), ("b = a ** 0.5", -1), ("b = exp(a)", 1000)]
)
def test_where_a_graph_has_no_value_nothing_is_expected(text: str, a: float) -> None:
    with pytest.raises((ArithmeticError, ValueError)):
        gradients(text, a=a)


def test_paths_beyond_counting_are_not_walked() -> None:
    (graph,) = load()["ladder_of_diamonds"].graphs

    assert path_sums(graph.program, [2, 3]) is None
    assert close([3, 2], 1e-8) == finite_differences(graph.program, [2, 3])


def test_two_passes_are_no_matter_for_second_opinions() -> None:
    slugs = {"training_loop", "two_roots", "second_backward", "zero_grad", "nodes_used_again"}

    assert slugs == {
        slug
        for slug, suite in load().items()
        if not all(has_opinions(graph.program) for graph in suite.graphs)
    }


def test_random_graphs_reuse_results_and_take_numbers_on_either_side() -> None:
    graphs = [random_graph(Random(seed), 12) for seed in range(50)]
    operations = [operation for graph in graphs for operation in graph.program.operations]
    operands = [operand for operation in operations for operand in operation.operands]
    results = [operand for operand in operands if isinstance(operand, str) and operand.startswith("n")]

    assert set(OPERATIONS) == {operation.op for operation in operations}
    assert len(results) > len(operations)
    assert any(not isinstance(operation.operands[0], str) for operation in operations)
    assert any(not isinstance(operation.operands[-1], str) for operation in operations)


@given(SEEDS, SIZES)
def test_in_a_random_graph_everything_leads_to_the_root(seed: int, operations: int) -> None:
    program = random_graph(Random(seed), operations).program
    used = {operand for operation in program.operations for operand in operation.operands}

    assert set(program.nodes) - {program.root} <= used


@given(SEEDS)
def test_the_same_seed_gives_the_same_random_graph(seed: int) -> None:
    first, second = random_graph(Random(seed), 10), random_graph(Random(seed), 10)

    assert (first.text, first.textbook) == (second.text, second.textbook)
