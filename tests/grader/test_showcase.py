"""Our own class with a fault, on the graphs that a fault's page may draw."""

import pytest

from grader import faults
from grader.faults import Replace
from grader.showcase import showcase

VARIANTS = [
    pytest.param(variant, edits, id=f"{slug}-{variant}")
    for slug, fault in faults.load().items()
    for variant, edits in fault.examples.items()
]


@pytest.mark.sampled(one_in=24)
@pytest.mark.parametrize(("variant", "edits"), VARIANTS)
def test_every_example_of_a_fault_can_be_played(variant: str, edits: tuple[Replace, ...]) -> None:
    """Also one that never sets `grad`: it stops as a student's would."""
    shown = showcase(variant, edits)

    assert shown is None or not shown.raised.startswith("KeyError")
