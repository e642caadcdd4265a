"""Chooses the panel: a few plays, small and unlike each other, on which edits are tried.

Most of them failed. A few came out right, and must still do so: an edit that turns one mistake into
another is no repair.
"""

from collections.abc import Iterable, Sequence

from grader.judge import Judged
from grader.sandbox.replies import ProblemKind
from grader.sandbox_children import FATAL
from suites import Drive

MOST = 12
_GUARDS = 5
_LARGEST = 60
_A_SUITE = 3
_NOT_TO_REPEAT = {*FATAL, ProblemKind.MEMORY} - {ProblemKind.EXIT}
"""Plays that end like this take seconds, or all memory, with each edit that is tried."""


def panel(failed: Sequence[Judged]) -> list[Judged]:
    """Return the smallest failed plays, at most three a suite, with every operation that failed."""
    usable = sorted(filter(is_usable, failed), key=_size)
    chosen: list[Judged] = []
    graphs: dict[str, int] = {}
    for judged in usable:
        slug = judged.planned.play.suite.slug
        if graphs.get(slug, 0) < _A_SUITE:
            graphs[slug] = graphs.get(slug, 0) + 1
            chosen.append(judged)
    return _with_each_operation(chosen)[:MOST] or usable[:1]


def guards(passed: Sequence[Judged], failed: Sequence[Judged]) -> list[Judged]:
    """Return small plays that came out right, most like those that failed."""
    suspected = operations(failed)
    usable = sorted(filter(is_usable, passed), key=_size)
    alike = [judged for judged in usable if operations([judged]) & suspected]
    return _with_each_operation(alike)[:_GUARDS]


def operations(plays: Iterable[Judged]) -> set[str]:
    """Return every operation that some play uses."""
    return {op for judged in plays for op in judged.planned.play.graph.program.ops}


def has_passes(judged: Judged) -> bool:
    """Whether its graph has several backward passes."""
    return judged.planned.play.graph.program.passes > 1


def _with_each_operation(chosen: Sequence[Judged]) -> list[Judged]:
    """Return the plays with the first of every operation in front of others like it."""
    seen: set[str] = set()
    first: list[Judged] = []
    later: list[Judged] = []
    for judged in chosen:
        new = operations([judged]) - seen
        (first if new or len(first) < MOST // 3 else later).append(judged)
        seen |= new
    return first + later


def is_usable(judged: Judged) -> bool:
    """Whether a play is worth playing again and again."""
    problem = judged.observation.problem
    hangs = problem is not None and problem.kind in _NOT_TO_REPEAT
    play = judged.planned.play
    small = len(play.graph.program.nodes) <= _LARGEST
    return small and not hangs and play.suite.drive is not Drive.OWN_RULE


def _size(judged: Judged) -> tuple[int, int]:
    """Sort graphs of few operations first, then of few inputs."""
    program = judged.planned.play.graph.program
    return len(program.operations), len(program.inputs)
