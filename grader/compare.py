"""Compares what a play gave with what is right. Only a positive comparison passes: NaN never does."""

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from grader.expected import Expected
from grader.records import Frozen
from grader.sandbox.plays import Observation, Play, Readings, ValueKind
from grader.single_precision import rounding_bounds
from suites import ATOL, RTOL, Suite


class Quantity(StrEnum):
    """One of the two numbers of a node."""

    DATA = "data"
    GRADIENT = "gradient"


class Reason(StrEnum):
    """Why a number does not pass."""

    DIFFERENT = "different"
    CHANGED = "changed"
    """Data that was right when made and is not after `backward()`."""
    NAN = "nan"
    INFINITE = "infinite"
    ABSENT = "absent"
    NONE = "none"
    BOOL = "bool"
    COMPLEX = "complex"
    GIANT = "giant"
    WRONG_TYPE = "wrong-type"
    RAISED = "raised"


_REASONS = {
    ValueKind.ABSENT: Reason.ABSENT,
    ValueKind.NONE: Reason.NONE,
    ValueKind.BOOL: Reason.BOOL,
    ValueKind.COMPLEX: Reason.COMPLEX,
    ValueKind.GIANT: Reason.GIANT,
    ValueKind.OTHER: Reason.WRONG_TYPE,
    ValueKind.RAISED: Reason.RAISED,
}


class Tolerance(NamedTuple):
    """How far a number may be off."""

    relative: float
    absolute: float


USUAL = Tolerance(RTOL, ATOL)
"""The tolerance of most suites."""

_MOST_ROUNDING = 1e-4
"""The rounding of single precision, for numbers that are explained without a graph; these earn nothing."""

_ABSENT, _SINGLE = int(ValueKind.ABSENT), int(ValueKind.SINGLE)
_NUMBERS = bytes(kind for kind in ValueKind if kind.is_number)


class Wrong(Frozen):
    """One number that does not pass. `node` is a position in `Program.nodes`."""

    node: int
    quantity: Quantity
    reason: Reason
    expected: float
    got: float | None
    """None where there is no finite number to show."""


def wrong_numbers(play: Play, observation: Observation, expected: Expected) -> list[Wrong]:
    """The numbers that cost the play, the most telling first.

    Data in the order of the forward pass; where the forward pass is wrong, gradients are not judged,
    for they follow from it. Gradients from the output towards the inputs. Gradients in the middle
    count only where the suite says so: not every right implementation keeps them.
    """
    everything = range(len(expected.data))
    if forward := _compare(play, observation.forward, expected.data, everything, Quantity.DATA):
        return forward
    wrong: list[Wrong] = []
    if observation.data != observation.forward:
        changed = _compare(play, observation.data, expected.data, everything, Quantity.DATA)
        wrong = [Wrong(w.node, w.quantity, _changed(w.reason), w.expected, w.got) for w in changed]
    judged = judged_gradients(play)
    return wrong + _compare(play, observation.gradients, expected.gradients, judged, Quantity.GRADIENT)


def wrong_at(
    right: Sequence[tuple[int, float]], readings: Readings, tolerance: Tolerance, quantity: Quantity
) -> list[Wrong]:
    """The wrong ones of some numbers: each a position in the readings, and what is right there."""
    values, kinds = readings.values, readings.kinds
    return [
        _wrong(node, quantity, expected, values[node], ValueKind(kinds[node]))
        for node, expected in right
        if not is_right(values[node], expected, kinds[node], tolerance)
    ]


def unkept_gradients(play: Play, observation: Observation, expected: Expected) -> list[Wrong]:
    """Gradients in the middle that are not what the chain rule says, where they cost nothing.

    A node that no gradient reaches may have none.
    """
    middle = range(len(play.graph.program.inputs), len(expected.gradients))
    unkept = _compare(play, observation.gradients, expected.gradients, middle, Quantity.GRADIENT)
    return [wrong for wrong in unkept if wrong.expected or wrong.reason is not Reason.NONE]


def judged_gradients(play: Play) -> range:
    """The nodes whose gradients count."""
    program = play.graph.program
    return range(len(program.nodes) if play.suite.judges_every_node else len(program.inputs))


def _compare(
    play: Play, readings: Readings, right: tuple[float, ...], nodes: range, quantity: Quantity
) -> list[Wrong]:
    """Return the wrong numbers among these nodes, in the order in which a class computes them.

    So data comes in the order of the forward pass, and gradients from the output back; inputs come last, as
    they are given.
    """
    span = slice(nodes.start, nodes.stop)
    values, kinds = readings.values, readings.kinds
    if values[span] == right[span] and not kinds[span].translate(None, _NUMBERS):
        return []
    tolerance = tolerance_of(play.suite)
    bounds = right  # read only for a number in single precision
    if _SINGLE in kinds[span]:
        data, gradients = rounding_bounds(play.graph.program, play.inputs)
        bounds = data if quantity is Quantity.DATA else gradients
    wrong = [
        node
        for node in nodes
        if not is_right(values[node], right[node], kinds[node], tolerance, rounding=bounds[node])
    ]
    inputs = 0 if quantity is Quantity.DATA else len(play.graph.program.inputs)
    if inputs:
        wrong.sort(key=lambda node: -node if inputs <= node else node)
    return [_wrong(node, quantity, right[node], values[node], ValueKind(kinds[node])) for node in wrong]


def tolerance_of(suite: Suite) -> Tolerance:
    """Return the tolerance that a suite allows."""
    return _tolerance(suite.rtol, suite.atol)


@cache
def _tolerance(relative: float, absolute: float) -> Tolerance:
    return Tolerance(relative, absolute)


def is_right(
    got: float, right: float, kind: int, tolerance: Tolerance, *, rounding: float | None = None
) -> bool:
    """Whether a number is right: the one comparison that earns points. NaN on either side fails it.

    A number in single precision may be off by its `rounding` more; where that is not known, by much.
    """
    if kind >= _ABSENT:
        return False
    relative, absolute = tolerance
    if kind == _SINGLE:
        absolute += _MOST_ROUNDING * (0.1 + abs(right)) if rounding is None else rounding
    return abs(got - right) <= absolute + relative * abs(right)


def _wrong(node: int, quantity: Quantity, expected: float, got: float, kind: ValueKind) -> Wrong:
    return Wrong(node, quantity, _reason(got, kind), expected, got if math.isfinite(got) else None)


def _reason(got: float, kind: ValueKind) -> Reason:
    if not kind.is_number:
        return _REASONS[kind]
    if math.isnan(got):
        return Reason.NAN
    return Reason.INFINITE if math.isinf(got) else Reason.DIFFERENT


def _changed(reason: Reason) -> Reason:
    return Reason.CHANGED if reason is Reason.DIFFERENT else reason
