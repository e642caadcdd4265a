"""How much a reader is told of a cause: a ladder, of which an instructor sets the highest rung."""

from enum import IntEnum


class Rung(IntEnum):
    """Each tells all that those below it tell."""

    NOTHING = 0
    SYMPTOM = 1
    """What is not right, in the smallest graph that shows it."""
    PLACE = 2
    CAUSE = 3
    REPAIR = 4
    """The repaired code."""


DEFAULT = Rung.CAUSE
