"""Decides who is believed: what speaks for a fault makes a claim, and of rival claims the stronger one is.

Edits, exceptions, the order of rules, the numbers of one operation and those of a whole file make claims, and
none of them judges another's. Here is the only place that does.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from grader.finding import Alternative, Certainty, Where

UNKNOWN = "unknown"
_MOST_OTHERS = 2


class Strength(IntEnum):
    """How much speaks for a claim."""

    UNKNOWN = 0
    """Nothing, but that it would not be wrong."""
    LIKELY = 1
    """It fits what was seen."""
    EXACT = 2
    """It gives exactly what was measured, to the last digits."""
    PROVEN = 3
    """Undoing this and nothing else makes right what failed."""


class FaultClaim(NamedTuple):
    """The claim of one witness about one cause."""

    strength: Strength
    faults: tuple[str, ...] = ()
    """The likeliest first, then those that it cannot tell from it."""
    lacks: str | None = None
    """The operation that the class lacks, where that is what is claimed."""

    @property
    def fault(self) -> str:
        """The likeliest; `unknown` where none is named."""
        return self.faults[0] if self.faults else UNKNOWN

    @property
    def certainty(self) -> Certainty:
        """How sure the reader is told it is."""
        if not self.faults:
            return Certainty.UNKNOWN
        return Certainty.PROVEN if self.strength is Strength.PROVEN else Certainty.LIKELY

    @property
    def in_doubt(self) -> "FaultClaim":
        """This claim, likely at best."""
        return self._replace(strength=min(self.strength, Strength.LIKELY))

    def others(self, where: Where, experiment: str = "") -> tuple[Alternative, ...]:
        """The faults that cannot be told from it, at this place."""
        rest = self.faults[1 : 1 + _MOST_OTHERS]
        return tuple(Alternative(fault=fault, where=where, experiment=experiment) for fault in rest)


NOTHING = FaultClaim(Strength.UNKNOWN)


def arbitrate(claims: Iterable[FaultClaim]) -> FaultClaim:
    """Return the strongest claim, the first of equals; less sure where another speaks against it.

    Of faults that it cannot tell apart, the one that another claim names is believed.
    """
    ranked = sorted(claims, key=lambda claim: -claim.strength)
    best = ranked[0] if ranked else NOTHING
    for other in ranked[1:]:
        if other.strength is Strength.UNKNOWN or other.fault == best.fault or best.fault in other.faults:
            continue
        if other.fault in best.faults:
            best = other
        else:
            best = best.in_doubt._replace(faults=(*best.faults, *other.faults))
    return best
