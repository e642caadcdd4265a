"""How exact numbers are: as float64 gives them, as a difference does, or not right."""

import math
from collections.abc import Sequence

from grader.gradient_method.known import SAME
from grader.gradient_method.watched_pass import WatchedPass
from grader.judge import Judged
from grader.sandbox.plays import PlayStatus, ValueKind

NEARLY = 1e-2


def is_exact(judged: Judged) -> bool:
    """Whether data is what float64 gives. Where a class rounds it, nearby numbers are no sign of a method."""
    observation, expected = judged.observation, judged.planned.instance.expected
    if (
        observation.status is not PlayStatus.ANSWERED
        or bytes([ValueKind.SINGLE]) in observation.forward.kinds
    ):
        return False
    data = zip(observation.forward.values, expected.data, strict=True)
    return all(error_of(got, right) <= SAME for got, right in data)


def is_rounded(judged: Judged) -> bool:
    """Whether data is exact and most gradients are nearly right, and not quite."""
    expected, inputs = judged.planned.instance.expected, len(judged.planned.play.inputs)
    got = judged.observation.gradients.values[:inputs]
    errors = [error_of(each, right) for each, right in zip(got, expected.gradients, strict=False)]
    return is_exact(judged) and 2 * sum(SAME < error < NEARLY for error in errors) > inputs


def is_nearly_right(look: WatchedPass) -> bool:
    """Whether its gradients are right, or differ as differences do."""
    inputs = len(look.known.inputs)
    got = look.judged.observation.gradients.values[:inputs]
    return all(error_of(g, r) < NEARLY for g, r in zip(got, look.known.gradients, strict=True))


def error_of(got: float, right: float) -> float:
    """How far a number is off, relative to the right one."""
    error = abs(got - right) / max(abs(right), 1e-12)
    return math.inf if error != error else error  # noqa: PLR0124 - NaN


def is_near(number: float, x: float, tolerance: float) -> bool:
    """Whether two numbers are equal within a relative tolerance."""
    return abs(number - x) <= tolerance * abs(x)


def count_alike(numbers: Sequence[float], x: float) -> int:
    """How many of these are that number but for rounding."""
    return sum(is_near(number, x, SAME) for number in numbers)
