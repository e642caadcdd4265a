"""Tells whether an operation keeps what its rule needs on its operand, where the next use replaces it."""

from collections.abc import Callable, Sequence
from functools import cache

from grader.diagnosis.numbers.nearness import is_near
from grader.sandbox.plays import Observation, Play
from suites import Graph, Stage, Suite

_NUMBERS = {"a": 1.3, "w": 0.7, "u": 2.1, "v": -0.6}
_GRAPHS = (
    ("y = a * w\nc = u * v", "w"),
    ("y = a * w\nc = a * v", "v"),
    ("y = a * w\nc = a * v\nd = a * u", "u"),
)
"""Products that nothing else is made of, and the factor that `a` receives where its last use decides.

In the first graph the other product uses other nodes: it is right, unless a rule reads variables too late.
"""


def keeps_last_use_alone(played: Callable[[Sequence[Play]], Sequence[Observation]]) -> bool:
    """Whether a product's rule works with the factor of the last product that its operand was put into."""
    return _gives(played, [_NUMBERS[factor] for _, factor in _GRAPHS])


def keeps_last_user_alone(played: Callable[[Sequence[Play]], Sequence[Observation]]) -> bool:
    """Whether a node knows only the last product that it was put into, and asks that for its gradient."""
    return _gives(played, [_NUMBERS["w"], 0.0, 0.0])


def _gives(played: Callable[[Sequence[Play]], Sequence[Observation]], numbers: Sequence[float]) -> bool:
    """Whether `a` receives these numbers in the graphs, and `w` what is right."""
    seen = played(_plays())
    return len(seen) == len(_GRAPHS) and all(
        len(received := each.gradients.received) > 1
        and is_near(received[0], number, single=each.is_single)
        and is_near(received[1], _NUMBERS["a"], single=each.is_single)
        for each, number in zip(seen, numbers, strict=True)
    )


@cache
def _plays() -> tuple[Play, ...]:
    """Return a play of each graph."""
    graphs = [Graph(f"{text}\ny.backward()", (_numbers_in(text),)) for text, _ in _GRAPHS]
    suite = Suite(
        title="Later uses", stage=Stage.OPERATIONS, rank=905, graphs=tuple(graphs), layouts=False, slug="uses"
    )
    return tuple(Play(suite, graph, tuple(graph.textbook[0].values())) for graph in graphs)


def _numbers_in(text: str) -> dict[str, float]:
    """Return the numbers of the inputs of a graph."""
    return {name: number for name, number in _NUMBERS.items() if name in text}
