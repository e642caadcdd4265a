"""How much a report says about a cause: a ladder, of which an instructor sets the highest rung."""

from enum import IntEnum


class Rung(IntEnum):
    """Every rung says all that the rungs below it say."""

    NOTHING = 0
    """Show which suites passed."""
    SYMPTOM = 1
    """Show what is wrong, in the smallest graph that shows it."""
    PLACE = 2
    """The line."""
    CAUSE = 3
    """The fault."""
    REPAIR = 4
    """The repaired code."""


DEFAULT = Rung.CAUSE
