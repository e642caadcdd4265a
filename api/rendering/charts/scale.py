"""The ticks of an axis from 0: round numbers that reach the largest value, whole ones for people."""

from math import floor, log10

_STEPS = (1, 2, 5, 10)


def ticks(most: float, *, whole: bool = True, wanted: int = 5) -> list[float]:
    """About so many of them; the last is not below `most`, so no bar is longer than its axis."""
    if most <= 0:
        return [0, 1]
    power = 10.0 ** floor(log10(most / wanted))
    step = next(each * power for each in _STEPS if most / (each * power) <= wanted)
    if whole:
        step = max(1, round(step))
    found = [0.0]
    while found[-1] < most:
        found.append(round(len(found) * step, 10))
    return found
