"""The plays of a suite with their inputs, drawn once for many submissions.

There are 32 draws, and the seed of a grading says which of them it gets. So inputs differ from file to file,
nobody waits while they are drawn and their expected values computed, and a graph has the same inputs in every
assignment that asks for it.
"""

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from grader.plan import Planned, PlannedGraph, plan
from suites import Stage, Suite

DRAWS = 32
"""How many there are."""

_KEPT = 2048
"""Draws of suites that are kept, some kilobytes each: all of those of ours, and more."""


def drawn(suite: Suite, seed: int) -> tuple[PlannedGraph, ...]:
    """The plays of each graph of a suite, in order. Those of long graphs would take too much room to keep."""
    draw = _draw if suite.stage is Stage.STRESS else _kept
    return draw(suite, seed % DRAWS)


def plays_of(suites: Iterable[Suite], seed: int) -> list[Planned]:
    """Return the plays of all graphs of some suites, in order."""
    return [planned for suite in suites for graph in drawn(suite, seed) for planned in graph.plays]


def _draw(suite: Suite, number: int) -> tuple[PlannedGraph, ...]:
    rng = Random(f"{suite.slug} {number}")
    return tuple(plan(suite, graph, rng) for graph in suite.graphs)


_kept = lru_cache(maxsize=_KEPT)(_draw)
