"""What single operations do is told from numbers: each fault of a rule, made in the reference, is named."""

from collections.abc import Sequence

import pytest

from grader.diagnosis.numbers.local import MAY_BE_MADE_OF, behaviours, made_of
from grader.diagnosis.numbers.samples import PlayAll
from grader.faults import Replace, load, rule_of
from grader.predict import NodeNumbers, play_reference
from grader.records import replace
from grader.reference import mutated
from grader.sandbox.plays import Observation, Play, PlayStatus, Readings, ValueKind
from grader.sandbox.replies import Offers, RuleLine
from suites import FUNCTIONS

_OF_ONE_OPERATION = {
    *filter(None, (rule_of(op, 0) for op in FUNCTIONS)),
    rule_of("/", 0),
    "contribution_missing",
    "contribution_twice",
    "exponent_rule",
    "gradient_is_data",
    "out_grad_added",
    "out_grad_left_out",
    "overwritten_gradient",
    "own_data_in_product",
    "power_rule",
    "product_rule_in_sum",
    "rule_missing",
    "rule_not_attached",
    "sum_rule_in_product",
    "wrong_forward",
    "wrong_sign",
}
_SAME_NUMBERS = {
    "exp: one": "wrong_sign",
    "log: negated": "wrong_sign",
    "sigmoid: negated": "wrong_sign",
    "sin: negated": "wrong_sign",
    "tanh: negated": "wrong_sign",
    "/: no minus": "wrong_sign",
}
"""Wrong derivatives that are another fault as well: the right one with the wrong sign."""

_RAISES = ": called"
"""Variants that come to no numbers."""


def _variants() -> list[tuple[str, str, tuple[Replace, ...]]]:
    return [
        (slug, variant, edits)
        for slug, fault in load().items()
        if slug in _OF_ONE_OPERATION
        for variant, edits in fault.examples.items()
        if variant not in ("__init__", "backward") and not variant.endswith(_RAISES)
    ]


def _played_by(edits: tuple[Replace, ...], *, single: bool = False) -> PlayAll:
    def played(plays: Sequence[Play]) -> list[Observation]:
        numbers = (play_reference(mutated(edits), play.graph.program, play.inputs) for play in plays)
        return [_in_single_precision(observed(each)) if single else observed(each) for each in numbers]

    return played


def _in_single_precision(seen: Observation) -> Observation:
    """The same numbers with a third of a millionth of rounding, up and down in turn."""
    data, gradients = (_rounded(each) for each in (seen.forward, seen.gradients))
    return replace(seen, forward=data, data=data, gradients=gradients)


def _rounded(readings: Readings) -> Readings:
    moved = (x * (1 + (-1) ** n * 3e-7) for n, x in enumerate(readings.values))
    return Readings(tuple(moved), bytes([ValueKind.SINGLE]) * len(readings.values))


def observed(numbers: NodeNumbers | Exception) -> Observation:
    if isinstance(numbers, Exception):
        return Observation(PlayStatus.BACKWARD_ERROR)
    kinds = bytes(len(numbers.data))
    data = Readings(numbers.data, kinds)
    return Observation(PlayStatus.ANSWERED, data, data, Readings(numbers.gradients, kinds))


@pytest.mark.parametrize("single", [False, True])
def test_a_right_class_is_not_accused(*, single: bool) -> None:
    assert behaviours(_played_by((), single=single)) == []


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize(("slug", "variant", "edits"), _variants(), ids=lambda one: str(one)[:40])
def test_a_fault_of_a_rule_is_named(
    slug: str, variant: str, edits: tuple[Replace, ...], *, single: bool
) -> None:
    told = behaviours(_played_by(edits, single=single))
    wanted = {slug, _SAME_NUMBERS.get(variant, slug)}
    place = None if variant == "everywhere" else variant.partition(":")[0]
    assert [each.operation for each in told] == [place]
    assert wanted & set(told[0].faults)


def test_what_an_operation_is_made_of_is_believed_of_the_operations_that_there_are() -> None:
    """A sandbox may say anything: of others, it says nothing."""
    heads = [("-", ("+", "spy")), ("spy", ("+",)), ("", ())]
    rules = tuple(RuleLine(line=1, operation=op, defines=True, uses=uses) for op, uses in heads)

    assert made_of(Offers(rules=rules)) == {**MAY_BE_MADE_OF, "-": {"+"}}
