"""No verdict stands on an edge: a play takes far fewer steps than it may, or more than all of them."""

import pytest

from bench._corpus import correct
from bench._walkers import EXPONENTIAL, POLYNOMIAL, walker
from bench.steps import FEW, MANY, shares
from suites import Stage

GRADED = tuple(stage for stage in Stage if stage is not Stage.STRESS)


@pytest.mark.parametrize("name", [*EXPONENTIAL, *POLYNOMIAL])
def test_a_slow_walker_stays_far_from_its_limit_outside_of_stress(name: str) -> None:
    between = [(stage, share) for stage, share in shares(walker(name), GRADED) if FEW < share < MANY]
    assert not between


def test_a_right_class_stays_far_from_its_limit_everywhere() -> None:
    assert max(share for _, share in shares(correct()[0], tuple(Stage))) < FEW
