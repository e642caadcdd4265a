"""Tells which operations are suspected: those of graphs that failed and not of graphs that passed."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from grader.judge import Judged
from grader.sandbox.replies import Offer
from suites import PRIMITIVES, Graph


class Suspicion:
    """The suspicion of operations, from the graphs that failed and those that passed."""

    def __init__(self, failed: Sequence[Judged], passed: Sequence[Judged]) -> None:
        self._failed, self._passed = len(failed), len(passed)
        self._failed_with, self._passed_with = _users(failed), _users(passed)

    def of(self, offer: Offer) -> float:
        """Return a number between 0 and 1; of an edit of no one operation, how much failed at all."""
        if offer.operation is None:
            return sqrt(self._failed / (self._failed + self._passed))
        with_it, right = self._failed_with[offer.operation], self._passed_with[offer.operation]
        return with_it / sqrt(self._failed * (with_it + right)) if with_it else 0.0


def _users(plays: Sequence[Judged]) -> Counter[str]:
    """Count the plays in which each operation is used, as it is or by one that may be made of it."""
    return Counter(op for judged in plays for op in operations_in(judged.planned.play.graph))


@lru_cache(maxsize=1024)
def operations_in(graph: Graph) -> frozenset[str]:
    """Return the operations that a graph uses, and those that they may be made of."""
    used = graph.program.ops
    return used.union(*(PRIMITIVES[op].made_of for op in used))
