"""The inputs a graph is played at: its textbook ones and generic ones, drawn for each submission.

Small whole numbers make different faults give equal results by accident; generic inputs do not, and
nobody can write their answers into a file beforehand. Only their sizes are drawn: which of them are negative,
and which logarithms, belongs to the graph, so that a mistake that shows on one sign costs the same points at
every seed.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple
from zlib import crc32

from grader.expected import Expected, expect
from grader.records import Frozen
from suites import PRIMITIVES, Graph, Operand, Operation, Program, parse

_SMALLEST = 0.3
_SPAN = math.log(10)
_TRIES = 40
_NEAR_TEXTBOOK = 0.1
_LARGE, _TINY = 30.0, 1e-3
_NEARER = 0.7
"""The part of the largest number at which far inputs begin."""
_GAP = 0.05
_ROOM = 1.0
"""The share of the range that gaps between inputs take at most: with many inputs they are smaller."""

_BITS = 32
_NO_RANGE = (_SMALLEST, _SMALLEST * math.exp(_SPAN))
_DIGITS = 6
"""Decimals of inputs that are drawn from a range."""

_EDGE = 0.05
"""The distance kept from kinks and poles."""
_SATURATED = 4.0
"""Beyond, tanh and sigmoid are flat: every gradient behind them is nearly 0, right or wrong."""
_MOST_DATA = 100.0
_MOST_GRADIENT = 1e4


class Instance(NamedTuple):
    """A graph's inputs, in the order of `Program.inputs`, and the right answers for them."""

    inputs: tuple[float, ...]
    expected: Expected
    textbook: bool


def instances(graph: Graph, rng: Random) -> list[Instance]:
    """The textbook instances, then a generic one where the graph asks for it and there is any."""
    drawn = list(textbook(graph))
    if graph.fresh and (fresh := draw(graph, rng)) is not None:
        drawn.append(fresh)
    return drawn


def textbook(graph: Graph) -> tuple[Instance, ...]:
    """The instances that the graph comes with."""
    return _profile_of(graph).textbook


def draw(graph: Graph, rng: Random) -> Instance | None:
    """A generic instance: no round numbers, nothing large, nothing near a kink or a pole.

    Inputs of both signs are tried first, then positive ones, then some near the textbook's, which
    may be large. None if the graph has a value at none of them.
    """
    profile = _profile_of(graph)
    if profile.ranges:
        return _in_ranges(profile, rng)
    for inputs in _candidates(profile, rng):
        instance = _accepted(profile, inputs, _MOST_DATA, _MOST_GRADIENT)
        if instance is not None:
            return instance
    for _ in range(_TRIES):
        instance = _accepted(profile, _near_textbook(profile, rng), math.inf, math.inf)
        if instance is not None:
            return instance
    return None


def far(graph: Graph, rng: Random) -> list[Instance]:
    """Instances at large inputs of both signs, and at tiny ones, as far as the graph has values there.

    Nothing tiny where a pole is: a small number added for safety would show there, and is no mistake.
    """
    profile = _profile_of(graph)
    below = [-_LARGE] if all(profile.signs) else []
    sizes = [_LARGE, *below, *([] if profile.non_zero else [_TINY])]
    points = [tuple(size * rng.uniform(_NEARER, 1.0) for _ in profile.signs) for size in sizes]
    return [Instance(point, expect(profile.program, point), textbook=False) for point in points]


class _Profile(Frozen):
    """The facts of a graph that drawing needs. Nodes are positions in `Program.nodes`."""

    program: Program
    textbook: tuple[Instance, ...]
    twins: tuple[int, ...]
    """The input whose data each input shares: itself, as a rule."""
    signs: tuple[bool, ...]
    """A flag of each input: whether it may be negative, as far as its own uses tell."""
    negative: tuple[bool, ...]
    """A flag of each input: whether it is negative; of two that may be, never both nor neither."""
    gap: float
    non_zero: tuple[int, ...]
    positive: tuple[int, ...]
    above_one: tuple[bool, ...]
    """A flag of each of these: whether it is larger than 1, where a logarithm changes its sign."""
    flat: tuple[int, ...]
    ranges: tuple[tuple[float, float], ...]
    """The range of each input, where the graph says from where to where it is drawn."""


def _profile_of(graph: Graph) -> _Profile:
    points = tuple(tuple(map(float, point.values())) for point in graph.textbook)
    ranges = tuple(graph.ranges.get(name, _NO_RANGE) for name in graph.textbook[0]) if graph.ranges else ()
    return _profile(graph.text, tuple(graph.textbook[0]), points, graph.equal, ranges)


@lru_cache(maxsize=1024)
def _profile(
    text: str,
    names: tuple[str, ...],
    points: tuple[tuple[float, ...], ...],
    equal: tuple[str, ...],
    ranges: tuple[tuple[float, float], ...],
) -> _Profile:
    program = parse(text, names)
    first = names.index(equal[0]) if equal else 0
    positive = _watched(program, _must_be_positive)
    twins = tuple(first if name in equal else position for position, name in enumerate(names))
    signs = tuple(position not in positive for position in range(len(names)))
    textbook = tuple(Instance(point, expect(program, point), textbook=True) for point in points)
    return _Profile(
        program=program,
        textbook=textbook,
        twins=twins,
        signs=signs,
        negative=_negative(text, twins, signs),
        gap=min(_GAP, _ROOM / len(names)),
        non_zero=_watched(program, _must_not_be_zero),
        positive=positive,
        above_one=tuple(textbook[0].expected.data[node] > 1 for node in positive),
        flat=_watched(program, _must_not_saturate),
        ranges=ranges,
    )


def _negative(text: str, twins: Sequence[int], signs: Sequence[bool]) -> tuple[bool, ...]:
    """Choose by the text which inputs are negative: another graph asks for the other sign."""
    drawn = crc32(text.encode())
    free = [position for position, twin in enumerate(twins) if twin == position and signs[position]]
    chosen = {position for number, position in enumerate(free) if drawn >> number % _BITS & 1}
    if len(free) > 1 and len(chosen) in (0, len(free)):
        chosen ^= {free[drawn % len(free)]}
    return tuple(twin in chosen for twin in twins)


def _must_be_positive(operation: Operation) -> Operand | None:
    needs_positive = PRIMITIVES[operation.op].needs_positive(operation.operands)
    return _must_not_be_zero(operation) if needs_positive else None


def _must_not_be_zero(operation: Operation) -> Operand | None:
    slot = PRIMITIVES[operation.op].zero_free
    return None if slot is None else operation.operands[slot]


def _must_not_saturate(operation: Operation) -> Operand | None:
    return operation.operands[0] if PRIMITIVES[operation.op].saturates else None


def _watched(program: Program, rule: Callable[[Operation], Operand | None]) -> tuple[int, ...]:
    operands = (rule(operation) for operation in program.operations)
    return tuple(sorted({program.index[operand] for operand in operands if isinstance(operand, str)}))


def _in_ranges(profile: _Profile, rng: Random) -> Instance | None:
    """Inputs as the graph says, but not near a kink or a pole."""
    for _ in range(_TRIES):
        inputs = tuple(round(rng.uniform(*each), _DIGITS) for each in profile.ranges)
        instance = _accepted(profile, inputs, math.inf, math.inf)
        if instance is not None:
            return instance
    return None


def _candidates(profile: _Profile, rng: Random) -> Iterator[tuple[float, ...]]:
    for _ in range(_TRIES):
        yield _generic(profile, rng, profile.negative)
    for _ in range(_TRIES):
        yield _generic(profile, rng, (False,) * len(profile.signs))


def _generic(profile: _Profile, rng: Random, negative: Sequence[bool]) -> tuple[float, ...]:
    """Magnitudes from 0.3 to 3, spread evenly by their logarithms; no two inputs are alike."""
    chosen: list[float] = []
    for position, twin in enumerate(profile.twins):
        if twin < position:
            chosen.append(chosen[twin])
            continue
        value = _number(rng, negative=negative[position])
        while _crowded(value, chosen, profile.gap):
            value = _number(rng, negative=negative[position])
        chosen.append(value)
    return tuple(chosen)


def _number(rng: Random, *, negative: bool) -> float:
    size = _SMALLEST * math.exp(_SPAN * rng.random())
    return -size if negative else size


def _crowded(value: float, chosen: list[float], gap: float) -> bool:
    for other in chosen:  # noqa: SIM110 - a generator would take longer than the rest of the drawing
        if -gap < value - other < gap:
            return True
    return False


def _near_textbook(profile: _Profile, rng: Random) -> tuple[float, ...]:
    """Return inputs near those of the textbook; inputs that are equal there stay equal."""
    point = rng.choice(profile.textbook).inputs
    near = [value * (1.0 + _NEAR_TEXTBOOK * rng.uniform(-1.0, 1.0)) for value in point]
    return tuple(near[twin] for twin in profile.twins)


def _accepted(
    profile: _Profile, inputs: tuple[float, ...], most_data: float, most_gradient: float
) -> Instance | None:
    try:
        expected = expect(profile.program, inputs)
    except (ArithmeticError, ValueError):
        return None
    data, gradients = expected.data, expected.gradients
    if not _is_within(data, most_data) or not _is_within(gradients, most_gradient):
        return None
    return Instance(inputs, expected, textbook=False) if _is_regular(profile, data) else None


def _is_within(numbers: Sequence[float], most: float) -> bool:
    """Whether all are finite and none is larger; a NaN makes the sum one, whatever max says of it."""
    return math.isfinite(sum(numbers)) and -most <= min(numbers) and max(numbers) <= most


def _is_regular(profile: _Profile, data: Sequence[float]) -> bool:
    return (
        all(abs(data[node]) >= _EDGE for node in profile.non_zero)
        and all(data[node] >= _EDGE for node in profile.positive)
        and tuple(data[node] > 1 for node in profile.positive) == profile.above_one
        and all(abs(data[node]) <= _SATURATED for node in profile.flat)
    )
