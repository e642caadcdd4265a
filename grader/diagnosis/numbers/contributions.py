"""Finds the formula that gives what an operand received: the right contribution, or that of a known fault."""

from collections.abc import Iterable, Sequence

from grader.diagnosis.numbers.nearness import is_as_by_a_difference, is_near
from grader.faults import FaultSign, Formula, Sample, load, rule_of, signed

RIGHT = ("",)
_RIGHT = Formula(lambda s, operand: s.local[operand] * s.arriving)
LEAST = 3
"""Plays that must have given numbers."""
_TINY = 1e-9


def faults_of(op: str, operand: int, samples: Sequence[Sample]) -> tuple[str, ...]:
    """Return the faults of one operand's contribution; none where nothing known fits."""
    if _has_right_contribution(samples, operand):
        return RIGHT
    fitting = [
        fault.slug
        for fault in load().values()
        if any(each.is_of(op, operand) and _fits(samples, operand, each) for each in fault.sends)
    ]
    if fitting:
        return tuple(fitting)
    if not _is_proportional(samples, operand):
        return signed(FaultSign.NOT_ALL_MULTIPLIED) if _is_affine(samples, operand) else ()
    if _is_nearly_right(samples, operand):
        return signed(FaultSign.NEARLY_RIGHT)
    # A factor that is not the derivative, and nothing else that is known.
    return tuple(filter(None, [rule_of(op, samples[0].nodes[operand])]))


def _fits(samples: Iterable[Sample], operand: int, formula: Formula) -> bool:
    """Whether a formula gives what the operand received in every sample."""
    return all(
        is_near(sample.received[operand], formula.sent(sample, operand), single=sample.is_single)
        for sample in samples
    )


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
    """Whether the operand received what is right in every sample."""
    return _fits(samples, operand, _RIGHT)


def is_sent_elsewhere(op: str, samples: Sequence[Sample]) -> bool:
    """Whether one operand got what is the other's too; or each the other's, where no rule looks like that."""
    is_one_for_both = any(is_nothing(samples, i) and _got_both(samples, 1 - i) for i in (0, 1))
    return is_one_for_both or (op not in ("*", "/") and _is_swapped(samples))


def _got_both(samples: Iterable[Sample], operand: int) -> bool:
    """Whether an operand received the contributions of both."""
    return _fits(samples, operand, Formula(lambda s, _: (s.local[0] + s.local[1]) * s.arriving))


def _is_swapped(samples: Sequence[Sample]) -> bool:
    """Whether each operand got the contribution of the other, and that is not the same."""
    unlike = any(not is_near(sample.local[0], sample.local[1]) for sample in samples)
    other = Formula(lambda s, operand: s.local[1 - operand] * s.arriving)
    return unlike and all(_fits(samples, operand, other) for operand in (0, 1))


def _at_one_point(samples: Iterable[Sample]) -> list[Sample]:
    """Return the samples with the same operands: the upstream gradient is all that differs in them."""
    by_point: dict[tuple[float, ...], dict[float, Sample]] = {}
    for sample in samples:
        by_point.setdefault(sample.operands, {})[round(sample.arriving, 9)] = sample
    return list(max(by_point.values(), key=len).values())


def _is_proportional(samples: Sequence[Sample], operand: int) -> bool:
    """Whether the contribution grows with the upstream gradient: by a factor that is not the derivative."""
    factors = [each.received[operand] / each.arriving for each in _at_one_point(samples) if each.arriving]
    single = samples[0].is_single
    return len(factors) > 1 and all(is_near(factor, factors[0], single=single) for factor in factors)


def _is_nearly_right(samples: Iterable[Sample], operand: int) -> bool:
    """Whether contributions are off by no more than a difference quotient is from the derivative."""
    return all(
        is_as_by_a_difference(each.received[operand], each.local[operand] * each.arriving) for each in samples
    )


def _is_affine(samples: Sequence[Sample], operand: int) -> bool:
    """Whether the operand gets a sum of which one part is multiplied by the upstream gradient."""
    pairs = [(each.arriving, each.received[operand]) for each in _at_one_point(samples)]
    if len(pairs) < LEAST:
        return False
    (x, y), *others = pairs
    slopes = [(received - y) / (arriving - x) for arriving, received in others]
    single = samples[0].is_single
    return abs(slopes[0]) > _TINY and all(is_near(slope, slopes[0], single=single) for slope in slopes)
