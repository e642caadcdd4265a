"""Whether a graph was evaluated at other inputs: a moved input came up, and the output's data there too.

A local derivative that is found by a small difference moves an operand as well, but gives the output's
data nowhere, unless the operand goes into the output alone. So both numbers together, for every input of
a graph in which each has a way of its own, come from evaluating the graph and from nothing else.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from grader.records import Frozen
from suites import PRIMITIVES, Program

_NEAR = 0.9
"""How far inputs are moved at most, of their data."""
_MOST_MOVES = 150
_EXACT = 1e-14
"""How well the output's data must agree: as well as rounding lets it, so that no number agrees by chance."""
_LIKE = 1e-9
"""How well its imaginary part must, however small that is."""
_SEEN_WELL = 1e-2
"""Where rounding alone is more than this of how much the output moved, nothing is known."""


class Elsewhere(Frozen):
    """The inputs beside which the graph was evaluated, by the kind of number."""

    real: frozenset[int]
    complex: frozenset[int]
    when: dict[int, float]
    """The event by input at which the output first came up there."""

    @property
    def inputs(self) -> int:
        """How many there are."""
        return len(self.real | self.complex)


def evaluated(program: Program, inputs: Sequence[float], seen: Sequence[tuple[complex, float]]) -> Elsewhere:
    """Find at which inputs the graph was evaluated, by the numbers that are no data of it, with events."""
    real = sorted((z.real, when) for z, when in seen if not z.imag)
    turned = sorted(((z.real, z.imag, when) for z, when in seen if z.imag), key=lambda each: each[0])
    first: dict[int, float] = {}
    counts: dict[bool, set[int]] = {True: set(), False: set()}
    for position, x in enumerate(inputs):
        for move in _moves(x, [*(complex(n) for n, _ in real), *(complex(r, i) for r, i, _ in turned)]):
            is_real = not move.imag
            at = [*inputs[:position], move.real if is_real else move, *inputs[position + 1 :]]
            when = _when(_output(program, at), _output(program, inputs), real, turned)
            if when is not None:
                counts[is_real].add(position)
                first[position] = min(when, first.get(position, when))
    return Elsewhere(frozenset(counts[True]), frozenset(counts[False]), first)


def _moves(x: float, numbers: Iterable[complex]) -> list[complex]:
    """Return the numbers near an input's data, the nearest first."""
    near = (z for z in numbers if 0 < abs(z - x) <= _NEAR * abs(x))
    return sorted(near, key=lambda z: abs(z - x))[:_MOST_MOVES]


def _output(program: Program, inputs: Sequence[Any]) -> complex | None:
    """Return the output's data, in numbers of any kind; None where there is none."""
    data: dict[str, Any] = dict(zip(program.inputs, inputs, strict=True))
    is_complex = any(isinstance(x, complex) for x in inputs)
    try:
        for operation in program.operations:
            operands = [data[o] if isinstance(o, str) else o for o in operation.operands]
            primitive = PRIMITIVES[operation.op]
            forward = (is_complex and primitive.complex_forward) or primitive.forward
            data[operation.name] = forward(*operands)
        return complex(data[program.root])
    except (ArithmeticError, ValueError):
        return None


def _when(
    wanted: complex | None,
    usual: complex | None,
    real: Sequence[tuple[float, float]],
    turned: Sequence[tuple[float, float, float]],
) -> float | None:
    """Return when this output's data was computed, if it differs from the usual one."""
    if wanted is None or usual is None:
        return None
    moved = wanted - usual
    width = _EXACT * (abs(usual) + abs(moved))
    if not wanted.imag:
        if width > _SEEN_WELL * abs(moved):
            return None
        place = bisect_left(real, (wanted.real - width,))
        is_there = place < len(real) and real[place][0] <= wanted.real + width
        return real[place][1] if is_there else None
    turn = _LIKE * abs(moved.imag)
    place = bisect_left(turned, wanted.real - width, key=lambda each: each[0])
    for r, i, when in turned[place:]:
        if r > wanted.real + width:
            break
        if abs(i - wanted.imag) <= turn:
            return when
    return None
