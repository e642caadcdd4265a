"""The faulty classes that a hunt can have: one for each fault that says how it is hunted."""

from functools import cache

from grader import faults
from grader.reference import mutated

MOST_CLASSES = 12
MOST_FEW_NODES = 600
"""The highest limit of nodes for the bonus: that of all graphs together."""
FEW_NODES = 16
"""The usual one."""


@cache
def hunted() -> tuple[str, ...]:
    """The faults that can be hunted, by slug."""
    return tuple(slug for slug, fault in faults.load().items() if fault.hunted is not None)


@cache
def usual() -> tuple[str, ...]:
    """The faults of a hunt for which nobody chose others."""
    known = faults.load().items()
    return tuple(slug for slug, fault in known if fault.hunted is not None and fault.hunted.is_usual)


def faulty_class(slug: str) -> type:
    """A new class with the fault.

    Raises `KeyError` if the fault cannot be hunted.
    """
    fault = faults.load()[slug]
    if fault.hunted is None:
        raise KeyError(slug)
    return mutated(fault.examples[fault.hunted.example])
