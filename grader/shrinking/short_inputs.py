"""Short numbers in place of a graph's inputs."""

import math
from collections.abc import Iterator, Sequence

from grader.shrinking.regular import is_regular
from suites import Program

STEEPEST = 2.0
"""The largest argument of functions that explode or saturate, in numbers that one can follow."""
_STEEPER = 5.0
"""The largest argument of these functions where a mistake shows only in larger numbers."""
_DIGITS = 3
_NICE = (
    (3, 2, 5, 4, 7, 6, 9, 8),
    (2, 3, 4, 5, 6, 7, 8, 9),
    (4, 3, 2, 5, 7, 6, 9, 8),
    (0.5, 1.5, 2.5, 2, 3, 4, 5, 6),
    (1.5, 0.5, 0.25, 2, 3, 4, 5, 6),
    (0.5, 0.25, 0.75, 1.25, 1.5, 1.75, 2, 3),
)
"""Short numbers, none of them 1 or 0: those make different faults give equal results."""


def short_inputs(program: Program, inputs: Sequence[float]) -> Iterator[tuple[float, ...]]:
    """Short numbers in place of the inputs: positive ones, then with the signs that the inputs have.

    Small ones come first, and the inputs themselves, rounded, last: some mistakes show only in large numbers.
    """
    rows = list(_rows(inputs))
    near = [values for values in rows if is_regular(program, values, STEEPEST)]
    yield from near
    yield from (values for values in rows if values not in near and is_regular(program, values, _STEEPER))
    rounded = tuple(float(f"{value:.{_DIGITS}g}") for value in inputs)
    if is_regular(program, rounded, largest=math.inf):
        yield rounded


def _rows(inputs: Sequence[float]) -> Iterator[tuple[float, ...]]:
    different = list(dict.fromkeys(inputs))
    for row in _NICE if len(different) <= len(_NICE[0]) else ():
        plain = dict(zip(different, map(float, row), strict=False))
        signed = {value: math.copysign(nice, value) for value, nice in plain.items()}
        for chosen in (plain, signed) if signed != plain else (plain,):
            yield tuple(chosen[value] for value in inputs)
