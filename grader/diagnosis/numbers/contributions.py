"""Finds the formula that gives what an operand received: the right contribution, or that of a known fault."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isclose
from typing import NamedTuple

from grader.faults import own_rules

RIGHT = ("",)
OWN_RULES = own_rules()
LEAST = 3
"""Plays that must have given numbers."""
_EXACT, _TINY = 1e-7, 1e-9
_NEARLY = 0.02
"""How far a difference with an ordinary step is from the derivative, and hardly another formula is."""


class Sample(NamedTuple):
    """One operation in one play."""

    operands: tuple[float, ...]
    result: float
    arriving: float
    """The gradient of the result."""
    nodes: tuple[int, ...]
    """The positions of the operands that are nodes."""
    received: tuple[float, ...]
    """The gradients of these nodes."""
    local: tuple[float, ...]
    """The right derivatives by them."""
    carrier: str = ""
    """The operation that took the result on; empty where the pass began at the result."""


_Contribution = Callable[[Sample], float]


def faults_of(op: str, operand: int, samples: Sequence[Sample]) -> tuple[str, ...]:
    """The faults of one operand's contribution; empty where nothing known fits."""
    fitting = dict.fromkeys(
        fault for fault, contribution in _contributions(op, operand) if _fits(samples, operand, contribution)
    )
    if "" in fitting:
        return RIGHT
    if fitting:
        return tuple(fitting)
    if _is_proportional(samples, operand) and _is_nearly_right(samples, operand):
        return ("numerical_differentiation",)
    if _is_proportional(samples, operand):
        return _of_a_slope(op, samples[0].nodes[operand])
    return ("precedence",) if _is_affine(samples, operand) else ()


def _of_a_slope(op: str, operand: int) -> tuple[str, ...]:
    """The fault of a factor that is not the derivative, and nothing else that is known."""
    if op == "**":
        return ("exponent_rule",) if operand else ("power_rule",)
    return (OWN_RULES[op],) if op in OWN_RULES else ()


def _contributions(op: str, operand: int) -> Iterator[tuple[str, _Contribution]]:
    """Yield what an operand may receive, with the fault that gives it; the right contribution has none."""
    other = 1 - operand
    yield "", lambda s: s.local[operand] * s.arriving
    if (op, operand) == ("**", 1):
        yield "exponent_as_node", lambda _: 0.0
    yield "contribution_missing", lambda _: 0.0
    if op == "*":
        yield "own_data_in_product", lambda s: s.operands[operand] * s.arriving
        yield "sum_rule_in_product", lambda s: s.arriving
    if op in ("+", "-"):
        yield "product_rule_in_sum", lambda s: s.operands[other] * s.arriving
        yield "gradient_is_data", lambda s: s.operands[operand] * s.arriving
        yield "product_rule_in_sum", lambda s: s.local[operand] * s.operands[other] * s.arriving
    yield "gradient_is_data", lambda s: s.local[operand] * s.arriving + s.operands[operand]
    yield "wrong_sign", lambda s: -s.local[operand] * s.arriving
    yield "contribution_twice", lambda s: 2 * s.local[operand] * s.arriving
    yield "out_grad_left_out", lambda s: s.local[operand]
    yield "out_grad_added", lambda s: s.local[operand] + s.arriving
    yield "data_for_grad", lambda s: s.local[operand] * s.result


def _fits(samples: Iterable[Sample], operand: int, contribution: _Contribution) -> bool:
    return all(is_near(sample.received[operand], contribution(sample)) for sample in samples)


def is_nothing(samples: Iterable[Sample], operand: int) -> bool:
    """Whether an operand gets nothing."""
    return all(sample.received[operand] == 0.0 for sample in samples if operand < len(sample.received))


def is_lost_below_the_output(samples: Sequence[Sample]) -> bool:
    """Whether a rule gives what is right where the pass begins at it, and nothing elsewhere."""
    first = [each for each in samples if not each.carrier]
    below = [each for each in samples if each.carrier]
    operands = range(len(samples[0].nodes))
    is_right = bool(first) and all(_has_right_contribution(first, operand) for operand in operands)
    return is_right and bool(below) and all(is_nothing(below, operand) for operand in operands)


def _has_right_contribution(samples: Iterable[Sample], operand: int) -> bool:
    return _fits(samples, operand, lambda s: s.local[operand] * s.arriving)


def is_sent_elsewhere(op: str, samples: Sequence[Sample]) -> bool:
    """Whether one operand got what is the other's too; or each the other's, where no rule looks like that."""
    is_one_for_both = any(is_nothing(samples, i) and _got_both(samples, 1 - i) for i in (0, 1))
    return is_one_for_both or (op not in ("*", "/") and _is_swapped(samples))


def _got_both(samples: Iterable[Sample], operand: int) -> bool:
    return _fits(samples, operand, lambda s: (s.local[0] + s.local[1]) * s.arriving)


def _is_swapped(samples: Sequence[Sample]) -> bool:
    """Whether each operand got the contribution of the other, and that is not the same."""
    unlike = any(not is_near(sample.local[0], sample.local[1]) for sample in samples)
    first = _fits(samples, 0, lambda s: s.local[1] * s.arriving)
    return unlike and first and _fits(samples, 1, lambda s: s.local[0] * s.arriving)


def _at_one_point(samples: Iterable[Sample]) -> list[Sample]:
    """Return the samples with the same operands: the upstream gradient is all that differs in them."""
    by_point: dict[tuple[float, ...], dict[float, Sample]] = {}
    for sample in samples:
        by_point.setdefault(sample.operands, {})[round(sample.arriving, 9)] = sample
    return list(max(by_point.values(), key=len).values())


def _is_proportional(samples: Sequence[Sample], operand: int) -> bool:
    """Whether the contribution grows as what arrives does: a factor that is not the derivative."""
    factors = [each.received[operand] / each.arriving for each in _at_one_point(samples) if each.arriving]
    return len(factors) > 1 and all(is_near(factor, factors[0]) for factor in factors)


def _is_nearly_right(samples: Iterable[Sample], operand: int) -> bool:
    """Whether it is off by no more than a difference is that stands for the derivative."""
    return all(
        isclose(each.received[operand], each.local[operand] * each.arriving, rel_tol=_NEARLY, abs_tol=_TINY)
        for each in samples
    )


def _is_affine(samples: Sequence[Sample], operand: int) -> bool:
    """Whether a part of it is multiplied by what arrives, and another is not."""
    pairs = [(each.arriving, each.received[operand]) for each in _at_one_point(samples)]
    if len(pairs) < LEAST:
        return False
    (x, y), *others = pairs
    slopes = [(received - y) / (arriving - x) for arriving, received in others]
    return abs(slopes[0]) > _TINY and all(isclose(slope, slopes[0], rel_tol=1e-6) for slope in slopes)


def is_near(got: float, predicted: float) -> bool:
    """Whether it is that number but for rounding."""
    return isclose(got, predicted, rel_tol=_EXACT, abs_tol=_TINY)
