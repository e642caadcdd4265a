"""Which operations are suspected: those of graphs that failed and not of graphs that came out right."""

from collections.abc import Sequence
from math import sqrt

from grader.judge import Judged
from grader.sandbox.base import Offer
from suites import PRIMITIVES, Graph


class Suspicion:
    """From the graphs that failed and those that passed."""

    def __init__(self, failed: Sequence[Judged], passed: Sequence[Judged]) -> None:
        self._failed = [_operations(judged.planned.play.graph) for judged in failed]
        self._passed = [_operations(judged.planned.play.graph) for judged in passed]

    def of(self, offer: Offer) -> float:
        """Between 0 and 1; that of an edit of no one operation says how much failed at all."""
        if offer.operation is None:
            return sqrt(len(self._failed) / (len(self._failed) + len(self._passed)))
        with_it = sum(offer.operation in operations for operations in self._failed)
        right = sum(offer.operation in operations for operations in self._passed)
        return with_it / sqrt(len(self._failed) * (with_it + right)) if with_it else 0.0


def _operations(graph: Graph) -> set[str]:
    used = {operation.op for operation in graph.program.operations}
    return used.union(*(PRIMITIVES[op].made_of for op in used))
