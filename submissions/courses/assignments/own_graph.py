"""A graph that a teacher wrote, and the suite that it becomes."""

from collections.abc import Mapping

from grader.records import Frozen
from suites import PRIMITIVES, Graph, Stage, Suite

SLUG = "own_graph_"
"""The beginning of the slugs of these suites; no suite of ours has such a name."""
_EASY = frozenset({"+", "*"})


class OwnGraph(Frozen):
    """A graph that a teacher wrote."""

    title: str
    text: str
    """Statements as `suites` reads them: `e = a * b; L = e + c`."""
    inputs: Mapping[str, tuple[float, float]]
    """The range of each input by name, lowest and highest value; both are the same where it is fixed."""
    points: int = 1
    rtol: float = 1e-6
    """How far a number may be off, relative to it."""
    hidden: bool = False
    """Whether students see only whether it passed."""


def suite_of(number: int, own: OwnGraph) -> Suite:
    """The suite of a graph, the first of which has the number 1."""
    drawn = any(low != high for low, high in own.inputs.values())
    textbook = middle(own.inputs)
    graph = Graph(
        own.text, (textbook,), points=own.points, fresh=drawn, ranges=dict(own.inputs) if drawn else {}
    )
    operations = {operation.op for operation in graph.program.operations}
    stage = Stage.WHOLE_GRAPH if operations <= _EASY else Stage.OPERATIONS
    return Suite(
        title=own.title,
        stage=stage,
        rank=1000 + number,
        graphs=(graph,),
        about=tuple(op for op in PRIMITIVES if op in operations - _EASY),
        rtol=own.rtol,
        slug=f"{SLUG}{number}",
    )


def is_own(slug: str) -> bool:
    """Whether a suite is a graph of the teachers."""
    return slug.startswith(SLUG)


def place_of(slug: str) -> int:
    """Return the place of an own graph among those of its version, from 1."""
    return int(slug.removeprefix(SLUG))


def middle(inputs: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """The middle of the range of each input, which is its textbook input."""
    return {name: low if low == high else round((low + high) / 2, 6) for name, (low, high) in inputs.items()}
