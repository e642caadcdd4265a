"""Explanations: the facts' numbers, and that nothing is claimed of a contribution that is not so."""

import math
from collections.abc import Collection, Sequence
from random import Random

import pytest
from hypothesis import given, strategies as st

from grader.compare import Quantity, Tolerance, wrong_numbers
from grader.expected import expect
from grader.explanation.explain import explain
from grader.explanation.lines import Dialect
from grader.explanation.passes import Passes
from grader.finding import Contribution, Explained, Write
from grader.orders import closure_orders
from grader.records import replace
from grader.sandbox.plays import NO_READINGS, Observation, Play, PlayStatus, ValueKind
from suites import OPERATIONS, PRIMITIVES, Graph, Program, Stage, Suite, at, load, parse
from tests.grader.explanation.explaining import DIAMOND, FIVE_NODES, SKIP, explained, observed, readings
from tests.random_graphs import random_graph

SEEDS = st.integers(min_value=0)
SIZES = st.integers(min_value=1, max_value=12)


def uses(told: Explained, node: str) -> dict[tuple[str, int], tuple[float, bool | None]]:
    """Value and verdict of each contribution to a node, by consumer and operand."""
    return {(c.consumer, c.slot): (c.value, c.kept) for c in told.contributions if c.node == node}


def paths(told: Explained) -> list[tuple[str, float, bool | None]]:
    return [(" ".join(path.nodes), path.value, path.kept) for path in told.paths]


# --- What counts as wrong is what the judge says ----------------------------------------------------------


@given(
    st.sampled_from([Tolerance(1e-6, 1e-9), Tolerance(1e-3, 1e-6), Tolerance(1e-9, 0.0)]),
    st.sampled_from([ValueKind.FLOAT, ValueKind.SINGLE, ValueKind.ARRAY]),
    st.sampled_from([0.0, 1e-12, 1e-10, 1e-8, 1e-7, 1e-5, 5e-4, 1e-2, math.nan, math.inf]),
    st.integers(0, len(FIVE_NODES.nodes) - 1),
)
def test_what_is_called_wrong_is_what_the_judge_calls_wrong(
    tolerance: Tolerance, kind: ValueKind, off: float, node: int
) -> None:
    graph = Graph("c = a * b; d = a + b; e = c + d", at(a=2, b=-3))
    suite = Suite(
        "t", Stage.WHOLE_GRAPH, 1, (graph,), judges_every_node=True, rtol=tolerance.relative,
        atol=tolerance.absolute,
    )  # fmt: skip
    right = expect(graph.program, (2.0, -3.0))
    values = [*right.gradients]
    values[node] += off
    data = readings(right.data)
    observation = Observation(PlayStatus.ANSWERED, data, data, readings(values, {node: kind}))

    judged = wrong_numbers(Play(suite, graph, (2.0, -3.0)), observation, right)
    told = explain(graph.program, (2.0, -3.0), observation, tolerance=tolerance)
    called_wrong = {each.name for each in told.nodes if each.wrong_gradient}
    assert called_wrong == {graph.program.nodes[each.node] for each in judged}


# --- The numbers of the facts -----------------------------------------------------------------------------


def test_five_nodes_overwritten_the_multiply_branch_is_lost() -> None:
    told = explained(FIVE_NODES, (2, -3), a=1, b=1)

    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}
    assert uses(told, "b") == {("c", 1): (2, False), ("d", 1): (1, True)}
    assert paths(told) == [("a c e", -3, False), ("a d e", 1, True)]
    assert [node.name for node in told.nodes if node.wrong_gradient] == ["a", "b"]
    assert not any(node.wrong_data for node in told.nodes)


def test_five_nodes_overwritten_in_the_other_order_the_add_branch_is_lost() -> None:
    told = explained(FIVE_NODES, (2, -3), a=-3, b=2)

    assert uses(told, "a") == {("c", 0): (-3, True), ("d", 0): (1, False)}
    assert paths(told) == [("a c e", -3, True), ("a d e", 1, False)]


def test_diamond_overwritten() -> None:
    told = explained(DIAMOND, (2, 3, 4), a=10, c=-2)

    assert uses(told, "a") == {("ab", 0): (-6, False), ("f", 0): (10, True)}
    assert uses(told, "c") == {("e", 1): (-2, True), ("f", 1): (-10, False)}
    assert uses(told, "b") == {}
    assert paths(told) == [("a ab e L", -6, False), ("a f L", 10, True)]


def test_a_plus_a_one_of_two_equal_contributions_is_left_and_nobody_knows_which() -> None:
    told = explained(parse("b = a + a", ("a",)), (3,), a=1)

    assert uses(told, "a") == {("b", 0): (1, None), ("b", 1): (1, None)}
    assert paths(told) == [("a b", 1, None), ("a b", 1, None)]


def test_a_plus_a_with_its_writes_the_first_operand_is_lost() -> None:
    program = parse("b = a + a", ("a",))
    writes = [wrote("b", 0, 1), wrote("a", 0, 1, "b"), wrote("a", 1, 1, "b")]
    told = explain(program, (3,), observed(program, (3,), {"a": 1}), writes)

    assert uses(told, "a") == {("b", 0): (1, False), ("b", 1): (1, True)}
    assert told.writes == tuple(writes)


def test_skip_in_a_wrong_order_the_long_way_is_lost_and_only_paths_can_say_it() -> None:
    told = explained(SKIP, (2,), a=60)

    assert {kept for _, kept in uses(told, "a").values()} == {None}
    assert paths(told) == [
        ("a b c d y", 24, False),
        ("a b y", 30, True),
        ("a b c d y", 24, False),
        ("a b y", 30, True),
    ]


def test_a_detached_node_passes_nothing_on() -> None:
    told = explained(FIVE_NODES, (2, -3), a=1, b=1, c=0)

    assert uses(told, "c") == {("e", 0): (1, False)}
    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}
    assert paths(told) == [("a c e", -3, False), ("a d e", 1, True)]


def test_nothing_seeded_everything_is_lost() -> None:
    told = explained(FIVE_NODES, (2, -3), a=0, b=0, c=0, d=0, e=0)

    assert {contribution.kept for contribution in told.contributions} == {False}
    assert {path.kept for path in told.paths} == {False}


def test_nothing_wrong_nothing_to_explain() -> None:
    told = explained(FIVE_NODES, (2, -3))

    assert (told.contributions, told.paths) == ((), ())
    assert told.graph.endswith("e.backward()")
    assert not any(node.wrong_gradient for node in told.nodes)


# --- Right numbers ----------------------------------------------------------------------------------------


def test_right_writes_add_up_in_a_right_order() -> None:
    written_down = [(w.node, w.old, w.new, w.during) for w in explained(FIVE_NODES, (2, -3)).right_writes]

    assert written_down == [
        ("e", 0, 1, None),
        ("c", 0, 1, "e"),
        ("d", 0, 1, "e"),
        ("a", 0, 1, "d"),
        ("b", 0, 1, "d"),
        ("a", 1, -2, "c"),
        ("b", 1, 3, "c"),
    ]


@given(SEEDS, SIZES)
def test_contributions_paths_and_writes_sum_to_the_right_gradients(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    program, inputs = graph.program, tuple(graph.textbook[0].values())
    right = expect(program, inputs).gradients
    told = explained(program, inputs, **{name: 1e3 + k for k, name in enumerate(program.nodes)})

    for node in told.nodes:
        parts = [value for value, _ in uses(told, node.name).values()]
        seed_of_root = 1.0 if node.name == program.root else 0.0
        assert math.fsum(parts) + seed_of_root == pytest.approx(node.gradient, rel=1e-9, abs=1e-9)
    if told.paths:
        assert math.fsum(p.value for p in told.paths) == pytest.approx(right[0], rel=1e-9, abs=1e-9)
    last = {write.node: write.new for write in told.right_writes}
    assert last == pytest.approx(dict(zip(program.nodes, right, strict=True)), rel=1e-9, abs=1e-9)


def test_right_writes_of_closures_called_by_hand_follow_their_order() -> None:
    for order in closure_orders(FIVE_NODES, Random(0)):
        told = explain(FIVE_NODES, (2, -3), observed(FIVE_NODES, (2, -3), {}), dialect=Dialect(order=order))
        during = dict.fromkeys(write.during for write in told.right_writes if write.during)
        assert tuple(during) == order


# --- Nothing is claimed that is not so --------------------------------------------------------------------


def wrote(node: str, old: float, new: float, during: str | None = None) -> Write:
    return Write(node=node, quantity=Quantity.GRADIENT, old=old, new=new, during=during)


class Overwriting:
    """A right backward pass in which some consumers put their share in place of what was there."""

    def __init__(self, program: Program, inputs: Sequence[float], consumers: Collection[str]) -> None:
        data = dict(zip(program.nodes, expect(program, inputs).data, strict=True))
        self.gradients = dict.fromkeys(program.nodes, 0.0)
        self.kept: dict[str, set[tuple[str, int]]] = {name: set() for name in program.nodes}
        self.writes: list[Write] = []
        self.gradients[program.root] = 1.0
        for operation in reversed(program.operations):
            numbers = [data[o] if isinstance(o, str) else float(o) for o in operation.operands]
            partials = PRIMITIVES[operation.op].partials(data[operation.name], *numbers)
            for slot, (operand, local) in enumerate(zip(operation.operands, partials, strict=True)):
                if isinstance(operand, str):
                    share = local * self.gradients[operation.name]
                    self.write(operand, share, (operation.name, slot), adds=operation.name not in consumers)

    def write(self, node: str, share: float, use: tuple[str, int], *, adds: bool) -> None:
        old = self.gradients[node]
        self.gradients[node] = old + share if adds else share
        self.kept[node] = {use, *self.kept[node]} if adds else {use}
        self.writes.append(wrote(node, old, self.gradients[node], use[0]))


def overwriting(seed: int, operations: int) -> tuple[Program, tuple[float, ...], Overwriting]:
    rng = Random(seed)
    graph = random_graph(rng, operations, ops=[op for op in OPERATIONS if op not in {"relu", "**"}])
    program, inputs = graph.program, tuple(graph.textbook[0].values())
    consumers = [operation.name for operation in program.operations if rng.random() < 1 / 2]
    return program, inputs, Overwriting(program, inputs, consumers)


def claims(told: Explained, faulty: Overwriting) -> list[tuple[bool | None, bool]]:
    """What is said of each contribution that is not nothing, and what is so."""
    right = {node.name: node.gradient for node in told.nodes}
    return [
        (c.kept, (c.consumer, c.slot) in faulty.kept[c.node])
        for c in told.contributions
        if abs(c.value) > 1e-6 and abs(faulty.gradients[c.consumer] / (right[c.consumer] or 1)) > 1e-6
    ]


@given(SEEDS, SIZES)
def test_sums_never_claim_what_is_not_so(seed: int, operations: int) -> None:
    program, inputs, faulty = overwriting(seed, operations)
    told = explain(program, inputs, observed(program, inputs, faulty.gradients))

    assert all(said in {None, is_so} for said, is_so in claims(told, faulty))


@given(SEEDS, SIZES, st.booleans())
def test_writes_never_claim_what_is_not_so(seed: int, operations: int, known: bool) -> None:  # noqa: FBT001
    program, inputs, faulty = overwriting(seed, operations)
    writes = [write if known else replace(write, during=None) for write in faulty.writes]
    told = explain(program, inputs, observed(program, inputs, faulty.gradients), writes)

    assert all(said in {None, is_so} for said, is_so in claims(told, faulty))


def test_a_rule_that_is_seen_at_work_is_given_no_write_of_another() -> None:
    """Each rule stores 1: what the product stored is what the sum should send, and the sum sends it too."""
    ones = [wrote(node, 0.0, 1.0, "e") for node in ("c", "d")] + [wrote("a", 0.0, 1.0, "c")]
    writes = [wrote("e", 0.0, 1.0), *ones, wrote("a", 1.0, 1.0, "d")]
    told = explain(FIVE_NODES, (2, -3), observed(FIVE_NODES, (2, -3), {"a": 1, "b": 1}), writes)

    assert [event.node for event in Passes(told).events if event.is_rule] == ["e", "c", "d"]


def test_writes_and_sums_mostly_have_something_to_say() -> None:
    by_sums, by_writes = [], []
    for seed in range(200):
        program, inputs, faulty = overwriting(seed, 6)
        seen = observed(program, inputs, faulty.gradients)
        by_sums += claims(explain(program, inputs, seen), faulty)
        by_writes += claims(explain(program, inputs, seen, faulty.writes), faulty)

    assert sum(said is not None for said, _ in by_sums) > 0.8 * len(by_sums)
    assert sum(said is not None for said, _ in by_writes) > 0.95 * len(by_writes)


def test_writes_that_do_not_end_in_what_was_held_are_not_believed() -> None:
    writes = [wrote("a", 0, 1, "d"), wrote("a", 1, -2, "c")]
    told = explain(FIVE_NODES, (2, -3), observed(FIVE_NODES, (2, -3), {"a": -3}), writes)

    assert uses(told, "a") == {("c", 0): (-3, True), ("d", 0): (1, False)}


def test_a_gradient_that_is_cleared_on_the_way_loses_what_was_there() -> None:
    program = parse("d = a + b; e = d * a", ("a", "b"))
    writes = [wrote("e", 0, 1), wrote("d", 0, 2, "e"), wrote("a", 0, 5, "e"), wrote("a", 5, 0)]
    writes += [wrote("a", 0, 2, "d"), wrote("b", 0, 2, "d")]
    told = explain(program, (2, 3), observed(program, (2, 3), {"a": 2}), writes)

    assert uses(told, "a") == {("d", 0): (2, True), ("e", 1): (5, False)}


def test_a_consumer_that_ran_before_its_gradient_was_complete_is_left_open() -> None:
    writes = [wrote("y", 0, 1), wrote("b", 0, 15, "y"), wrote("d", 0, 4, "y")]
    writes += [wrote("a", 0, 30, "b"), wrote("a", 30, 60, "b")]
    writes += [wrote("c", 0, 12, "d"), wrote("b", 15, 27, "c")]
    told = explain(SKIP, (2,), observed(SKIP, (2,), {"a": 60}), writes)

    assert {kept for _, kept in uses(told, "a").values()} == {None}


def test_a_share_with_a_wrong_factor_is_neither_kept_nor_lost() -> None:
    told = explained(parse("L = tanh(a) * 2", ("a",)), (0.7,), a=1.234)

    assert {contribution.kept for contribution in told.contributions} == {None}
    assert {path.kept for path in told.paths} == {None}


def test_a_right_contribution_of_a_wrong_gradient_is_kept() -> None:
    program = parse("c = a * b; d = c * c; e = d + a", ("a", "b"))
    told = explained(program, (2, 3), c=6, a=19, b=12)

    assert uses(told, "a") == {("c", 0): (36, True), ("e", 1): (1, True)}
    assert uses(told, "b") == {("c", 1): (24, True)}
    assert {kept for _, kept in uses(told, "c").values()} == {None}


def test_a_class_that_keeps_zeros_in_the_middle_is_explained_by_right_contributions() -> None:
    told = explained(FIVE_NODES, (2, -3), a=1, b=1, c=0, d=0, e=0)

    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}


def test_no_gradients_in_the_middle_are_no_fault() -> None:
    none = dict.fromkeys(("c", "d", "e"), ValueKind.NONE)
    told = explained(FIVE_NODES, (2, -3), a=1, **none)

    assert {contribution.node for contribution in told.contributions} == {"a"}
    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}
    assert paths(told) == [("a c e", -3, False), ("a d e", 1, True)]


# --- Readings that are no numbers -------------------------------------------------------------------------


def test_where_there_is_no_gradient_nothing_was_kept() -> None:
    told = explained(FIVE_NODES, (2, -3), a=ValueKind.NONE)

    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, False)}
    assert told.nodes[0].gradient_got is None
    assert told.nodes[0].wrong_gradient
    assert told.graph.endswith("print(a.grad)  # should be -2")


@pytest.mark.parametrize("value", [math.nan, math.inf, ValueKind.OTHER])
def test_of_what_is_no_number_nothing_is_said(value: float | ValueKind) -> None:
    told = explained(FIVE_NODES, (2, -3), a=value)

    assert uses(told, "a") == {("c", 0): (-3, None), ("d", 0): (1, None)}
    assert told.nodes[0].gradient_got is None
    assert told.nodes[0].wrong_gradient


def test_nan_in_a_consumer_leaves_its_share_open() -> None:
    told = explained(FIVE_NODES, (2, -3), c=math.nan, a=math.nan)

    assert {kept for _, kept in uses(told, "a").values()} == {None}


def test_a_play_without_readings_has_its_right_numbers_alone() -> None:
    seen = Observation(PlayStatus.BACKWARD_ERROR, NO_READINGS, NO_READINGS, NO_READINGS)
    told = explain(FIVE_NODES, (2, -3), seen)

    assert [(node.gradient, node.gradient_got, node.data_got) for node in told.nodes][:2] == [
        (-2, None, None),
        (3, None, None),
    ]
    assert not any(node.wrong_gradient or node.wrong_data for node in told.nodes)
    assert told.contributions == ()
    assert told.right_writes
    assert told.graph.endswith("e.backward()")


def test_single_precision_is_right_within_its_means() -> None:
    expected = expect(FIVE_NODES, (2, -3))
    kinds = dict.fromkeys(range(5), ValueKind.SINGLE)
    near = [value * (1 + 1e-6) for value in expected.gradients]
    data = readings(expected.data, kinds)
    told = explain(
        FIVE_NODES,
        (2, -3),
        Observation(PlayStatus.ANSWERED, data, data, readings([1.00001, *near[1:]], kinds)),
    )

    assert [node.name for node in told.nodes if node.wrong_gradient] == ["a"]
    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}


# --- Bounds -----------------------------------------------------------------------------------------------


def test_many_uses_are_not_tried_one_by_one() -> None:
    (graph,) = load()["wide_fan_out"].graphs
    inputs = tuple(graph.textbook[0].values())
    told = explained(graph.program, inputs, **{graph.program.inputs[0]: 1.0})

    assert {contribution.kept for contribution in told.contributions} == {None}
    assert (told.paths, told.graph) == ((), "")


def test_a_deep_chain_is_one_path() -> None:
    *_, graph = load()["deep_chain"].graphs
    told = explained(graph.program, tuple(graph.textbook[0].values()), b=0.0)

    (path,) = told.paths
    assert (len(path.nodes), path.value, path.kept) == (5001, 2.0, False)


def test_many_paths_are_not_walked() -> None:
    (graph,) = load()["ladder_of_diamonds"].graphs

    assert explained(graph.program, tuple(graph.textbook[0].values()), a=1.0).paths == ()


# --- The graph as lines -----------------------------------------------------------------------------------


def test_data_that_a_pass_changed_is_shown_as_it_was_in_the_end() -> None:
    seen = observed(FIVE_NODES, (2, -3), {})
    changed = replace(seen, data=readings([7.0, *seen.data.values[1:]]))
    told = explain(FIVE_NODES, (2, -3), changed)

    assert (told.nodes[0].data_got, told.nodes[0].wrong_data) == (7, True)
    assert told.graph.endswith("print(a.data)  # 7, should be 2")


def test_a_write_of_no_number_tells_nothing() -> None:
    writes = [wrote("a", 0, 1, "d"), replace(wrote("a", 1, 1, "d"), new=None)]
    told = explain(FIVE_NODES, (2, -3), observed(FIVE_NODES, (2, -3), {"a": 1}), writes)

    assert uses(told, "a") == {("c", 0): (-3, False), ("d", 0): (1, True)}


def test_nodes_are_told_with_what_they_are() -> None:
    graph = Graph("L = (a + 2) * a", at(a=3))
    first, middle, last = explained(graph.program, (3,)).nodes

    assert (first.text, first.op, first.operands) == ("a", None, ())
    assert (middle.text, middle.op, middle.operands) == ("a + 2", "+", ("a", 2))
    assert (last.text, last.op, last.operands) == ("L", "*", (middle.name, "a"))
    assert isinstance(explained(graph.program, (3,), a=1).contributions[0], Contribution)
