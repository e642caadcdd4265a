"""How far rounding to single precision moves the numbers of a graph, and no further.

Every number of the graph is moved by some units in its last place, up or down by chance, several times over.
So what a graph amplifies, as the difference of two numbers that are nearly alike, is amplified here too.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from grader.expected import Expected, expect
from suites import Program

_UNITS = 2 * 2.0**-24
"""An operation may be made of others, each of which rounds: a quotient is a product with a power."""
_RUNS = 16
_MARGIN = 2.0
"""The factor from the largest move in some runs of chance to what the largest of any may be."""


@lru_cache(maxsize=512)
def rounding_bounds(program: Program, inputs: tuple[float, ...]) -> Expected:
    """Return by how much each node's data and gradient may be off."""
    right = expect(program, inputs)
    runs = [_run(program, inputs, Random(number)) for number in range(_RUNS)]
    data, gradients = (
        _largest(getattr(right, name), (getattr(r, name) for r in runs)) for name in right._fields
    )
    return Expected(data, gradients)


def _run(program: Program, inputs: tuple[float, ...], rng: Random) -> Expected:
    return expect(program, inputs, rounded=lambda x: x * (1 + rng.choice((-_UNITS, _UNITS))))


def _largest(right: Sequence[float], runs: Iterable[Sequence[float]]) -> tuple[float, ...]:
    moves = zip(*([abs(x - y) for x, y in zip(run, right, strict=True)] for run in runs), strict=True)
    return tuple(_MARGIN * max(each) for each in moves)
