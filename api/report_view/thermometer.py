"""The gradient thermometer: for each input a bar with sign and size, and what a nudge does to the output."""

import json
from collections.abc import Sequence
from functools import cache

from api.i18n import current, gettext as _
from api.report_view.numbers import short
from api.report_view.pictures import whole
from grader.leverage import NUDGE, InputLeverage, Leverages, Nudge, leverages
from grader.opinions import has_opinions
from grader.records import Frozen
from suites import Program, parse

MOST_INPUTS = 6
"""More bars than that are a wall."""

_STEPS = 5
_CHANGES = tuple(NUDGE * step for step in range(-_STEPS, _STEPS + 1))
_HALF = 50.0
_DIGITS, _FEW_DIGITS = 6, 3
_SAME = 1e-9


class NudgeRow(Frozen):
    """A row of the table: an input changed by a tenth."""

    change: str
    predicted: str
    computed: str


class GradientBar(Frozen):
    """An input."""

    name: str
    value: str
    gradient: str
    """The gradient with its sign."""
    kind: str
    """`up`, `down` or `flat`."""
    left: str
    """The left end of the bar, of 100; zero is in the middle."""
    width: str
    direction: str
    steps: str
    """The texts of the slider, one for each of its places, as JSON."""
    table: tuple[NudgeRow, ...]


class Thermometer(Frozen):
    """All inputs of a graph."""

    output: str
    bars: tuple[GradientBar, ...]
    leverage: str
    """The sentence that compares the largest with the smallest; empty where there is nothing to compare."""
    nudge: str
    most: int
    """The number of nudges that a slider goes up, and down."""


def whole_thermometer(*, of_network: bool = False) -> Thermometer:
    """The one of the graph that stands beside a right result."""
    return _whole(current(), of_network=of_network)


def thermometer(program: Program, inputs: Sequence[float]) -> Thermometer | None:
    """The one of a graph at these inputs; None where a bar would not say what the graph does."""
    if not has_opinions(program) or not 0 < len(inputs) <= MOST_INPUTS:
        return None
    try:
        found = leverages(program, inputs, _CHANGES)
    except (ArithmeticError, ValueError):
        return None
    return _view(found)


@cache
def _whole(language: str, *, of_network: bool) -> Thermometer:
    del language  # only tells apart what is kept
    text, numbers = (whole.LOSS, whole.PARAMETERS) if of_network else (whole.GRAPH, whole.INPUTS)
    made = thermometer(parse(text, tuple(numbers)), tuple(numbers.values()))
    assert made is not None
    return made


def _view(found: Leverages) -> Thermometer:
    largest = max(abs(each.gradient) for each in found.inputs)
    return Thermometer(
        found.output,
        tuple(_bar(each, found, largest) for each in found.inputs),
        _leverage(found.inputs),
        short(NUDGE),
        _STEPS,
    )


def _bar(input_: InputLeverage, found: Leverages, largest: float) -> GradientBar:
    width = _HALF * (abs(input_.gradient) / largest) if largest else 0.0
    kind = "up" if input_.gradient > 0 else "down" if input_.gradient < 0 else "flat"
    return GradientBar(
        name=input_.name,
        value=short(input_.value),
        gradient=_signed(input_.gradient),
        kind=kind,
        left=f"{_HALF - width if input_.gradient < 0 else _HALF:.2f}",
        width=f"{width:.2f}",
        direction=_direction(input_.name, found.output, input_.gradient),
        steps=json.dumps([_said(nudge, input_, found) for nudge in input_.nudges], ensure_ascii=False),
        table=tuple(_row(input_.nudges[_STEPS + side]) for side in (-1, 1)),
    )


def _said(nudge: Nudge, input_: InputLeverage, found: Leverages) -> str:
    value, predicted = short(nudge.value, _DIGITS), short(nudge.predicted, _DIGITS)
    if not nudge.by:
        return _(
            "{name} = {value}: {output} = {result}. Move the slider.",
            name=input_.name,
            value=value,
            output=found.output,
            result=predicted,
        )
    return _outcome(input_.name, value, found.output, predicted, _number(nudge.computed))


def _row(nudge: Nudge) -> NudgeRow:
    return NudgeRow(_signed(nudge.by), short(nudge.predicted), _number(nudge.computed) or "–")


def _leverage(inputs: Sequence[InputLeverage]) -> str:
    """The largest beside the smallest that does anything."""
    acting = sorted((each for each in inputs if each.gradient), key=lambda each: -abs(each.gradient))
    if len(acting) < 2:  # noqa: PLR2004 - it takes two to compare
        return ""
    more, less = acting[0], acting[-1]
    times = abs(more.gradient / less.gradient)
    return _compared(more.name, less.name, short(times, _FEW_DIGITS) if times > 1 + _SAME else "")


def _number(value: float | None) -> str:
    return "" if value is None else short(value)


def _signed(number: float) -> str:
    text = short(number)
    return f"+{text}" if number > 0 else text


def _direction(name: str, output: str, gradient: float) -> str:
    """Say whether the output rises or falls."""
    if gradient > 0:
        return _("Nudge `{name}` up and `{output}` rises.", name=name, output=output)
    if gradient < 0:
        return _("Nudge `{name}` up and `{output}` falls.", name=name, output=output)
    return _("A small nudge of `{name}` leaves `{output}` as it is.", name=name, output=output)


def _compared(more: str, less: str, times: str) -> str:
    """Compare the effects of two inputs; `times` is empty where both do the same."""
    if not times:
        return _("`{more}` and `{less}` have the same leverage.", more=more, less=less)
    return _("`{more}` has {times} times the leverage of `{less}`.", more=more, less=less, times=times)


def _outcome(name: str, value: str, output: str, predicted: str, computed: str) -> str:
    """Say the output that the gradient predicts, and the one computed; `computed` is empty for no value."""
    said = {"name": name, "value": value, "output": output, "predicted": predicted}
    if not computed:
        return _("{name} = {value}: predicted {output} = {predicted}; computed: no value here.", **said)
    return _(
        "{name} = {value}: predicted {output} = {predicted}, computed {output} = {computed}.",
        **said,
        computed=computed,
    )
