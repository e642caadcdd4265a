"""Plays a graph on the reference and on faulty classes, and compares what they answer."""

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from grader.hunt.library import faulty_class
from grader.hunt.problem import HuntProblemError, HuntProblemKind
from grader.hunt.reading import ReadGraph
from grader.predict import NodeNumbers, play_reference, run
from grader.reference import Value

MOST_PATHS = 2000
"""Some faulty traversals follow every path from the last node."""
LARGEST = 1e9
_CLOSE = 1e-9
"""Numbers that differ by less, relative to the largest of the graph, are the same but for rounding."""


class HuntAnswers(NamedTuple):
    """The answers to one graph."""

    right: NodeNumbers
    answers: tuple[NodeNumbers | Exception, ...]
    scale: float
    """The largest number of the reference, and 1 at least."""

    def exposes(self, number: int) -> bool:
        """Whether a class answers otherwise than the reference."""
        return _differ(self.answers[number], self.right, self.scale)

    def tells_apart(self, one: int, other: int) -> bool:
        """Whether two classes answer otherwise than each other."""
        return _differ(self.answers[one], self.answers[other], self.scale)


def play(graph: ReadGraph, slugs: Sequence[str]) -> HuntAnswers:
    """Play a graph on all classes.

    Raises `HuntProblemError` if the reference has no number for it, or it would take too long.
    """
    if graph.program.visits > MOST_PATHS:
        raise HuntProblemError(HuntProblemKind.TOO_MANY_PATHS, graph.first, most=MOST_PATHS)
    right = play_reference(Value, graph.program, graph.inputs)
    if isinstance(right, Exception) or not all(map(math.isfinite, _all(right))):
        raise HuntProblemError(HuntProblemKind.NO_VALUE, _line_of_problem(graph))
    scale = max(1.0, *map(abs, _all(right)))
    if scale > LARGEST:
        line = _line_of_problem(graph)
        raise HuntProblemError(HuntProblemKind.VALUES_TOO_LARGE, line, most=int(LARGEST))
    answers = tuple(play_reference(faulty_class(slug), graph.program, graph.inputs) for slug in slugs)
    return HuntAnswers(right, answers, scale)


def _line_of_problem(graph: ReadGraph) -> int:
    """Return the line of the first operation whose data is none, or too large; else the graph's first."""
    nodes: dict[str, Any] = {}
    with suppress(ArithmeticError, TypeError, ValueError):  # what Python raises without a number
        run(Value, graph.program, graph.inputs, nodes)
    for operation, line in zip(graph.program.operations, graph.lines, strict=True):
        data = nodes[operation.name].data if operation.name in nodes else math.nan
        if isinstance(data, complex) or not abs(data) <= LARGEST:
            return line
    return graph.first


def _all(numbers: NodeNumbers) -> tuple[float, ...]:
    return numbers.data + numbers.gradients


def _differ(one: NodeNumbers | Exception, other: NodeNumbers | Exception, scale: float) -> bool:
    if isinstance(one, Exception) or isinstance(other, Exception):
        return type(one) is not type(other)
    pairs = zip(_all(one), _all(other), strict=True)
    return not all(_same(left, right, scale) for left, right in pairs)


def _same(one: float, other: float, scale: float) -> bool:
    if not (math.isfinite(one) and math.isfinite(other)):
        return one == other or (math.isnan(one) and math.isnan(other))
    return abs(one - other) <= _CLOSE * scale
