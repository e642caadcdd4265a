"""The effect of a small change of an input: predicted by the gradient, and computed.

Both come from our own numbers. No submission is run for it.
"""

import math
from collections.abc import Iterator, Sequence

from grader.expected import Expected, expect
from grader.records import Frozen
from suites import Program

NUDGE = 0.1
"""The usual change of an input."""


class Nudge(Frozen):
    """One input changed by a little, all others as before."""

    by: float
    value: float
    """The changed input."""
    predicted: float
    """The output, as the gradient says: a straight line."""
    computed: float | None
    """The output, as the graph says; None where it has no value there."""


class InputLeverage(Frozen):
    """An input, and its effect on the output."""

    name: str
    value: float
    gradient: float
    nudges: tuple[Nudge, ...]


class Leverages(Frozen):
    """The output of a graph, and the effect of each input on it."""

    output: str
    value: float
    inputs: tuple[InputLeverage, ...]


def leverages(program: Program, inputs: Sequence[float], changes: Sequence[float]) -> Leverages:
    """Compute them for each input of a program that is one backward pass, nudged by each of these changes.

    Raises `ArithmeticError` or `ValueError` where the program has no value at these inputs, or a prediction
    is no number: float64 ends before it.
    """
    expected, root = expect(program, inputs), program.index[program.root]
    return Leverages(
        program.texts[root],
        expected.data[root],
        tuple(
            InputLeverage(
                name,
                inputs[at],
                expected.gradients[at],
                tuple(_nudges(program, inputs, at, expected, changes)),
            )
            for at, name in enumerate(program.inputs)
        ),
    )


def _nudges(
    program: Program, inputs: Sequence[float], at: int, expected: Expected, changes: Sequence[float]
) -> Iterator[Nudge]:
    output = expected.data[program.index[program.root]]
    for change in changes:
        value = inputs[at] + change
        predicted = output + expected.gradients[at] * change
        if not math.isfinite(predicted):
            raise OverflowError
        moved = [*inputs[:at], value, *inputs[at + 1 :]]
        yield Nudge(change, value, predicted, _computed(program, moved))


def _computed(program: Program, inputs: Sequence[float]) -> float | None:
    """The output at these inputs; None where there is none."""
    try:
        computed = expect(program, inputs).data[program.index[program.root]]
    except (ArithmeticError, ValueError):
        return None
    return computed if math.isfinite(computed) else None
