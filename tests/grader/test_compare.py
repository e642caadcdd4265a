"""Only a number that is there and near enough passes; nothing else ever does."""

import math
import struct
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from grader.compare import Quantity, Reason, unkept_gradients, wrong_numbers
from grader.expected import Expected, expect
from grader.instances import Instance, draw, textbook
from grader.judge import Judged, judge
from grader.plan import Planned
from grader.records import replace
from grader.sandbox.plays import Observation, Play, PlayStatus, Readings, ValueKind
from grader.single_precision import rounding_bounds
from suites import Convention, Graph, Stage, Suite, at, load
from tests.offenders import for_each

GRAPH = Graph("c = a * b; d = c + a", at(a=2, b=3))
SUITE = Suite(title="t", stage=Stage.WHOLE_GRAPH, rank=1, graphs=(GRAPH,))
ALL_NODES = Suite(title="t", stage=Stage.WHOLE_GRAPH, rank=1, graphs=(GRAPH,), judges_every_node=True)
INPUTS = (2.0, 3.0)
RIGHT = expect(GRAPH.program, INPUTS)
NODES = range(4)
INPUT_NODES = range(2)

READINGS = st.sampled_from(["forward", "data", "gradients"])
NO_NUMBERS = [kind for kind in ValueKind if not kind.is_number]
NUMBERS = [kind for kind in ValueKind if kind.is_number and kind is not ValueKind.SINGLE]


def observed(expected: Expected = RIGHT) -> Observation:
    kinds = bytes(len(expected.data))
    data = Readings(expected.data, kinds)
    return Observation(PlayStatus.ANSWERED, data, data, Readings(expected.gradients, kinds))


def changed(which: str, node: int, value: float, kind: ValueKind = ValueKind.FLOAT) -> Observation:
    """What a right class gives, but for one reading."""
    observation = observed()
    before = getattr(observation, which)
    values, kinds = list(before.values), list(before.kinds)
    values[node], kinds[node] = value, kind
    reading: dict[str, Any] = {which: Readings(tuple(values), bytes(kinds))}
    return replace(observation, **reading)


def wrong(observation: Observation, suite: Suite = SUITE) -> list[tuple[int, Quantity, Reason]]:
    found = wrong_numbers(Play(suite, GRAPH, INPUTS), observation, RIGHT)
    return [(each.node, each.quantity, each.reason) for each in found]


def test_right_numbers_are_right() -> None:
    assert wrong(observed()) == []
    assert wrong(observed(), ALL_NODES) == []


@given(READINGS, st.sampled_from(INPUT_NODES), st.floats(), st.sampled_from(NUMBERS))
def test_a_number_passes_exactly_if_it_is_within_tolerance(
    which: str, node: int, value: float, kind: ValueKind
) -> None:
    right = (RIGHT.gradients if which == "gradients" else RIGHT.data)[node]
    near = abs(value - right) <= SUITE.atol + SUITE.rtol * abs(right)
    assert (not wrong(changed(which, node, value, kind))) == near


@given(READINGS, st.sampled_from(NODES), st.floats(), st.sampled_from(NO_NUMBERS))
def test_what_is_no_number_never_passes_whatever_stands_beside_it(
    which: str, node: int, value: float, kind: ValueKind
) -> None:
    right = (RIGHT.gradients if which == "gradients" else RIGHT.data)[node]
    for beside in (value, right, math.nan):
        found = wrong(changed(which, node, beside, kind), ALL_NODES)
        assert [place for *place, _ in found] == [
            [node, Quantity.GRADIENT if which == "gradients" else Quantity.DATA]
        ]
        assert found[0][2] not in {Reason.DIFFERENT, Reason.NAN, Reason.INFINITE, Reason.CHANGED}


@for_each("kind", [*NUMBERS, ValueKind.SINGLE])
@for_each(
    "value", [math.nan, -math.nan, struct.unpack("<d", b"\1\0\0\0\0\0\xf0\x7f")[0], math.inf, -math.inf]
)
@for_each("which", ["forward", "data", "gradients"])
def test_neither_nan_nor_infinity_passes(which: str, value: float, kind: ValueKind) -> None:
    ((_, _, reason),) = wrong(changed(which, 0, value, kind))
    assert reason is (Reason.NAN if math.isnan(value) else Reason.INFINITE)


def test_nan_everywhere_does_not_pass() -> None:
    nan = Readings((math.nan,) * 4, bytes(4))
    assert wrong(Observation(PlayStatus.ANSWERED, nan, nan, nan))
    assert wrong(replace(observed(), gradients=nan))


def test_nan_does_not_even_pass_for_itself() -> None:
    nan = math.nan
    gradients = (nan, *RIGHT.gradients[1:])
    observation = replace(observed(), gradients=Readings(gradients, bytes(4)))
    expected = Expected(RIGHT.data, (float("nan"), *RIGHT.gradients[1:]))
    assert wrong_numbers(Play(SUITE, GRAPH, INPUTS), observation, expected)


@for_each("suite", load().values(), ids=lambda suite: suite.slug)
def test_no_gradient_is_so_small_that_the_absolute_tolerance_hides_it(suite: Suite) -> None:
    rng = Random(1)
    for graph in suite.graphs:
        count = len(graph.program.inputs)
        drawn = (draw(graph, rng) for _ in range(20 if suite.stage is not Stage.STRESS else 1))
        for instance in (*textbook(graph), *filter(None, drawn)):
            gradients = instance.expected.gradients[:count]
            assert all(abs(gradient) > 1000 * suite.atol for gradient in gradients if gradient)


def largest_within(right: float, rtol: float, atol: float) -> float:
    """The last float above `right` that is within tolerance."""
    edge = right + (atol + rtol * abs(right))
    while abs(edge - right) > atol + rtol * abs(right):
        edge = math.nextafter(edge, right)
    while abs(math.nextafter(edge, math.inf) - right) <= atol + rtol * abs(right):
        edge = math.nextafter(edge, math.inf)
    return edge


@given(st.floats(-1e6, 1e6), st.sampled_from([1e-6, 1e-9, 1e-3]), st.sampled_from([1e-9, 1e-12]))
def test_the_tolerance_ends_where_it_says(right: float, rtol: float, atol: float) -> None:
    graph = Graph("b = a * 1", at(a=1))
    suite = Suite(title="t", stage=Stage.STRESS, rank=1, graphs=(graph,), rtol=rtol, atol=atol)
    expected = Expected((1.0, 1.0), (right, 1.0))
    edge = largest_within(right, rtol, atol)
    assume(math.isfinite(edge))

    def passes(gradient: float) -> bool:
        observation = observed(Expected((1.0, 1.0), (gradient, 1.0)))
        return not wrong_numbers(Play(suite, graph, (1.0,)), observation, expected)

    assert passes(right)
    assert passes(edge)
    assert not passes(math.nextafter(edge, math.inf))
    assert passes(2 * right - edge) == (abs(2 * right - edge - right) <= atol + rtol * abs(right))


def test_zero_and_minus_zero_are_the_same() -> None:
    graph = Graph("b = a * 0", at(a=1))
    expected = expect(graph.program, (1.0,))
    observation = observed(Expected(expected.data, (-0.0, 1.0)))
    assert not wrong_numbers(Play(SUITE, graph, (1.0,)), observation, expected)


def test_single_precision_is_judged_by_what_rounding_explains_on_this_graph() -> None:
    for value, passes in ((3.0 + 2e-6, True), (3.0 + 4e-5, False)):
        found = wrong(changed("gradients", 1, value - 1.0, ValueKind.SINGLE))
        assert (not found) is passes
    assert wrong(changed("gradients", 1, 2.0 + 4e-6, ValueKind.FLOAT))


def single(number: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", number))[0])


@for_each("suite", load().values(), ids=lambda suite: suite.slug)
def test_arithmetic_in_single_precision_is_far_within_its_bounds(suite: Suite) -> None:
    for graph in suite.graphs:
        inputs = textbook(graph)[0].inputs
        bounds, right = rounding_bounds(graph.program, inputs), expect(graph.program, inputs)
        rounded = expect(graph.program, inputs, rounded=single)
        for got, exact, bound in zip(rounded, right, bounds, strict=True):
            assert all(abs(g - e) <= 0.5 * b + 1e-7 for g, e, b in zip(got, exact, bound, strict=True))
            assert all(
                b <= 1e-4 * abs(e) + 1e-7 or suite.stage is Stage.STRESS
                for e, b in zip(exact, bound, strict=True)
            )


def test_what_a_graph_amplifies_may_be_off_by_more() -> None:
    graph = Graph("d = a - b; c = d * d", at(a=1.25, b=1))
    near, far = (rounding_bounds(graph.program, (a, 1.0)) for a in (1.001, 5.0))
    assert near.data[3] / 1e-6 > 100 * far.data[3] / 16


def test_data_that_backward_changes_is_wrong_and_called_changed() -> None:
    assert wrong(changed("data", 0, 99.0)) == [(0, Quantity.DATA, Reason.CHANGED)]
    assert wrong(changed("data", 3, 99.0)) == [(3, Quantity.DATA, Reason.CHANGED)]
    assert wrong(changed("data", 2, math.nan)) == [(2, Quantity.DATA, Reason.NAN)]


def test_where_the_forward_pass_is_wrong_gradients_are_not_told() -> None:
    observation = replace(changed("forward", 2, 99.0), gradients=Readings((0.0,) * 4, bytes(4)))
    assert wrong(observation) == [(2, Quantity.DATA, Reason.DIFFERENT)]


def test_data_is_told_from_the_inputs_on_and_all_wrong_numbers_are_told() -> None:
    nothing = Readings((0.5,) * 4, bytes(4))
    assert [node for node, *_ in wrong(replace(observed(), forward=nothing))] == [0, 1, 2, 3]
    told = wrong(replace(observed(), gradients=nothing), ALL_NODES)
    assert sorted(node for node, *_ in told) == [0, 1, 2, 3]
    assert {quantity for _, quantity, _ in told} == {Quantity.GRADIENT}


@given(st.sampled_from([2, 3]), st.floats(), st.sampled_from(list(ValueKind)))
def test_gradients_in_the_middle_cost_nothing_where_they_are_not_asked_for(
    node: int, value: float, kind: ValueKind
) -> None:
    observation = changed("gradients", node, value, kind)
    assert wrong(observation) == []
    unkept = unkept_gradients(Play(SUITE, GRAPH, INPUTS), observation, RIGHT)
    assert [each.node for each in unkept] == ([node] if wrong(observation, ALL_NODES) else [])


def test_a_node_that_no_gradient_reaches_may_have_none() -> None:
    beside = Graph("c = a * b; d = c + a; c.backward()", at(a=2, b=3))
    right = expect(beside.program, INPUTS)
    for value, kind, is_told in ((0.0, ValueKind.FLOAT, False), (0.0, ValueKind.NONE, False),
                                 (1.0, ValueKind.FLOAT, True), (0.0, ValueKind.ABSENT, True)):  # fmt: skip
        kinds = bytes([*bytes(3), kind])
        gradients = Readings((*right.gradients[:3], value), kinds)
        observation = replace(observed(right), gradients=gradients)
        unkept = unkept_gradients(Play(SUITE, beside, INPUTS), observation, right)
        assert [each.node for each in unkept] == [3] * is_told


def test_a_number_that_cannot_be_shown_is_not_shown() -> None:
    found = wrong_numbers(Play(SUITE, GRAPH, INPUTS), changed("gradients", 0, math.inf), RIGHT)
    assert [(each.expected, each.got) for each in found] == [(RIGHT.gradients[0], None)]


# --- Conventions ------------------------------------------------------------------------------------------


def judged(graph: Graph, suite: Suite, gradients: Callable[[Instance], tuple[float, ...]]) -> Judged:
    inputs = tuple(map(float, graph.textbook[0].values()))
    instance = Instance(inputs, expect(graph.program, inputs), textbook=True)
    given_back = observed(Expected(instance.expected.data, gradients(instance)))
    return judge(Planned(Play(suite, graph, inputs), instance), given_back)


TOLERANT = [
    pytest.param(suite, graph, convention, id=f"{slug}-{position}-{convention.value}")
    for slug, suite in load().items()
    for position, graph in enumerate(suite.graphs)
    for convention in graph.tolerates
]


@pytest.mark.parametrize(("suite", "graph", "convention"), TOLERANT)
def test_a_convention_passes_only_where_it_is_tolerated(
    suite: Suite, graph: Graph, convention: Convention
) -> None:
    def by_convention(instance: Instance) -> tuple[float, ...]:
        return expect(graph.program, instance.inputs, (convention,)).gradients

    tolerated = judged(graph, suite, by_convention)
    assert tolerated.right
    strict = Graph(graph.text, graph.textbook, equal=graph.equal)
    right = judged(strict, suite, lambda instance: instance.expected.gradients)
    assert right.right
    assert right.convention is None
    if tolerated.convention is not None:
        assert not judged(strict, suite, by_convention).right
