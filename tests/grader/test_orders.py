"""Orders of closures: every valid one of a small graph, and only valid ones of a large graph."""

from itertools import permutations
from random import Random

from hypothesis import given, strategies as st

from grader.orders import MOST_ORDERS, closure_orders
from suites import Drive, Graph, Program, at, load, node_operands
from tests.offenders import for_each
from tests.random_graphs import random_graph

SEEDS = st.integers(0, 10_000)


def is_valid(program: Program, order: tuple[str, ...]) -> bool:
    """Whether every node comes behind all that use it."""
    position = {name: number for number, name in enumerate(order)}
    return all(
        position[operation.name] < position[operand]
        for operation in program.operations
        for operand in node_operands(operation)
        if operand in position
    )


def brute_force(program: Program) -> set[tuple[str, ...]]:
    names = [operation.name for operation in program.operations]
    return {order for order in permutations(names) if is_valid(program, order)}


@given(SEEDS, st.integers(1, 5))
def test_all_valid_orders_of_a_small_graph_and_no_other(seed: int, operations: int) -> None:
    program = random_graph(Random(seed), operations, most_inputs=2).program
    if len(program.operations) > 7:
        return
    every = brute_force(program)
    orders = closure_orders(program, Random(seed))
    assert len(set(orders)) == len(orders)
    if len(every) <= MOST_ORDERS:
        assert set(orders) == every
    else:
        assert set(orders) < every


@given(SEEDS, st.integers(8, 25))
def test_orders_of_a_large_graph_are_few_valid_and_complete(seed: int, operations: int) -> None:
    program = random_graph(Random(seed), operations).program
    names = sorted(operation.name for operation in program.operations)
    orders = closure_orders(program, Random(seed))
    assert 1 <= len(orders) <= MOST_ORDERS
    for order in orders:
        assert sorted(order) == names
        assert order[0] == program.root
        assert is_valid(program, order)


def test_of_a_wide_graph_at_most_18_orders_are_drawn_among_them_both_extremes() -> None:
    lines = [f"n{k} = a * {k + 2}" for k in range(6)]
    lines += ["s1 = n0 + n1", "s2 = n2 + n3", "s3 = n4 + n5", "t = s1 * s2", "L = t * s3"]
    program = Graph("; ".join(lines), at(a=1.5)).program
    for seed in range(20):
        orders = closure_orders(program, Random(seed))
        assert 10 < len(orders) <= 18
        assert orders[0] == tuple(operation.name for operation in reversed(program.operations))
    assert closure_orders(program, Random(1)) == closure_orders(program, Random(1))
    assert closure_orders(program, Random(1)) != closure_orders(program, Random(2))


def test_a_chain_has_one_order_and_a_fork_has_two() -> None:
    chain = Graph("b = a * 2; c = b + 1; d = c * 3", at(a=1)).program
    assert closure_orders(chain, Random(0)) == [("d", "c", "b")]
    fork = Graph("b = a * 2; c = a + 1; d = b * c", at(a=1)).program
    assert set(closure_orders(fork, Random(0))) == {("d", "c", "b"), ("d", "b", "c")}


def test_a_node_that_is_used_twice_waits_for_both() -> None:
    program = Graph("b = a * a; c = b * b; d = c + b", at(a=1.5)).program
    assert closure_orders(program, Random(0)) == [("d", "c", "b")]


@for_each(
    "program",
    [graph.program for suite in load().values() if suite.drive is Drive.BY_HAND for graph in suite.graphs],
)
def test_graphs_that_are_driven_by_hand_are_driven_in_every_valid_order(program: Program) -> None:
    assert set(closure_orders(program, Random(0))) == brute_force(program)
