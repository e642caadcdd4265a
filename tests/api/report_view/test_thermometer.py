"""The gradient thermometer says what its numbers say, in every language."""

import json

import pytest

import suites
from api.i18n import speaking
from api.report_view.thermometer import MOST_INPUTS, Thermometer, thermometer, whole_thermometer
from suites import parse
from tests.grader.test_leverage import TIMES


def made(text: str, **inputs: float) -> Thermometer:
    found = thermometer(parse(text, tuple(inputs)), tuple(inputs.values()))
    assert found is not None
    return found


def test_a_bar_has_the_sign_and_the_size_of_its_gradient() -> None:
    seen = whole_thermometer()

    bars = [(each.name, each.gradient, each.kind, each.left, each.width) for each in seen.bars]
    assert bars == [
        ("a", "+4", "up", "50.00", "16.67"),
        ("b", "-4", "down", "33.33", "16.67"),
        ("c", "-12", "down", "0.00", "50.00"),
    ]
    assert [each.direction for each in seen.bars] == [
        "Nudge `a` up and `y` rises.",
        "Nudge `b` up and `y` falls.",
        "Nudge `c` up and `y` falls.",
    ]
    assert seen.leverage == "`c` has 3 times the leverage of `b`."


def test_the_slider_and_the_table_say_the_same() -> None:
    for bar in whole_thermometer().bars:
        steps = json.loads(bar.steps)
        middle = len(steps) // 2
        assert steps[middle] == f"{bar.name} = {bar.value}: y = -20. Move the slider."
        for row, said in zip(bar.table, (steps[middle - 1], steps[middle + 1]), strict=True):
            assert said.endswith(f"predicted y = {row.predicted}, computed y = {row.computed}.")


def test_equal_and_missing_leverage_are_said() -> None:
    assert made("y = a + b", a=1, b=2).leverage == "`a` and `b` have the same leverage."
    alone = made("y = a * b", a=0, b=2)
    assert alone.leverage == ""
    assert alone.bars[1].direction == "A small nudge of `b` leaves `y` as it is."
    assert alone.bars[1].gradient == "0"


def test_a_place_without_a_value_is_said() -> None:
    (bar,) = made("y = log(a)", a=0.05).bars
    assert bar.table[0].computed == "–"
    assert "computed: no value here" in bar.steps


def test_a_bar_of_the_largest_number_is_a_bar() -> None:
    (bar,) = made("; ".join(TIMES), b=0.5).bars
    assert bar.width == "50.00"


def test_no_bar_where_it_would_not_say_what_the_graph_does() -> None:
    for suite in suites.load().values():
        for graph in suite.graphs:
            inputs = [graph.textbook[0][name] for name in graph.program.inputs]
            found = thermometer(graph.program, inputs)
            assert found is None or 0 < len(found.bars) == len(inputs) <= MOST_INPUTS


@pytest.mark.parametrize(("language", "said"), [("en", "rises"), ("es", "sube")])
def test_it_speaks_the_language_of_its_reader(language: str, said: str) -> None:
    with speaking(language):
        assert said in whole_thermometer().bars[0].direction
