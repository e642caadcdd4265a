"""What a gradient says of a small change comes true, as far as a straight line can."""

import math
from random import Random

import pytest
from hypothesis import given, strategies as st

import suites
from grader.leverage import NUDGE, leverages
from grader.opinions import has_opinions
from suites import parse
from tests.grader.test_expected import inputs_of
from tests.random_graphs import random_graph


def test_the_numbers_of_the_diamond() -> None:
    found = leverages(
        parse("d = a * b; e = d + c; f = a - c; y = e * f", ("a", "b", "c")), (2, 3, 4), (NUDGE,)
    )

    assert (found.output, found.value) == ("y", -20)
    assert [(each.name, each.gradient) for each in found.inputs] == [("a", 4), ("b", -4), ("c", -12)]
    predicted = [each.nudges[0].predicted for each in found.inputs]
    computed = [each.nudges[0].computed for each in found.inputs]
    assert predicted == pytest.approx([-19.6, -20.4, -21.2])
    assert computed == pytest.approx([10.3 * -1.9, 10.2 * -2, 10.1 * -2.1])


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_a_prediction_comes_true_the_better_the_smaller_the_nudge(seed: int, operations: int) -> None:
    graph = random_graph(Random(seed), operations)
    inputs = inputs_of(graph)
    small, smaller = 1e-4, 1e-5
    for each in leverages(graph.program, inputs, (small, smaller)).inputs:
        off = [abs((nudge.computed or 0.0) - nudge.predicted) for nudge in each.nudges]
        scale = max(1.0, abs(each.gradient))
        assert off[1] <= off[0] / 10 + 1e-9 * scale or off[1] <= 1e-3 * smaller * scale


def test_where_the_output_has_no_value_none_is_made_up() -> None:
    found = leverages(parse("y = log(a)", ("a",)), (0.05,), (-NUDGE, NUDGE))

    (down, up) = found.inputs[0].nudges
    assert down.computed is None
    assert up.computed == pytest.approx(math.log(0.15))


def test_every_graph_of_the_suites_with_one_pass_has_numbers() -> None:
    graphs = [graph for suite in suites.load().values() for graph in suite.graphs]
    plain = [graph for graph in graphs if has_opinions(graph.program)]

    assert len(plain) > len(graphs) / 2
    for graph in plain:
        inputs = [graph.textbook[0][name] for name in graph.program.inputs]
        found = leverages(graph.program, inputs, (-NUDGE, NUDGE))
        assert len(found.inputs) == len(inputs)


TIMES = ["n0 = b * 1000000", *(f"n{at} = n{at - 1} * 1000000" for at in range(1, 51)), "y = n50 * 100"]
"""The largest power of ten that float64 has, times `b`."""


def test_no_number_is_infinite() -> None:
    """JSON has no infinity, and no bar can be so long."""
    with pytest.raises(OverflowError):
        leverages(parse("; ".join(TIMES), ("b",)), (1.75,), (-NUDGE, NUDGE))

    steep = parse("; ".join([*TIMES, "z = y * 0.1; s = b * b; q = s * s; w = z * q"]), ("b",))
    ((up,),) = [each.nudges for each in leverages(steep, (1.0,), (1.0,)).inputs]
    assert math.isfinite(up.predicted)
    assert up.computed is None
