"""The report of a fault hunt: how each class answered each graph, as ids and data."""

from grader.hunt.problem import HuntProblem
from grader.records import Record


class HuntedClass(Record):
    """A faulty class, under the letter that hides which one it is."""

    letter: str
    fault: str = ""
    """The slug of its fault; empty for who may not know it."""


class HuntInput(Record):
    """An input of a graph and its data."""

    name: str
    value: float


class HuntAnswer(Record):
    """The answer of a faulty class to a graph: numbers of the nodes in order, only where some differ."""

    differs: bool = False
    """Whether the graph exposes the class."""
    error: str = ""
    """The exception with which the class stops."""
    data: tuple[float | None, ...] = ()
    gradients: tuple[float | None, ...] = ()


class HuntGraph(Record):
    """A graph, the answers of the reference, and those of each class in their order."""

    title: str
    line: int
    """The line on which it begins."""
    problem: HuntProblem | None = None
    """Why it is not played: then it exposes nothing."""
    inputs: tuple[HuntInput, ...] = ()
    nodes: tuple[str, ...] = ()
    data: tuple[float, ...] = ()
    gradients: tuple[float, ...] = ()
    answers: tuple[HuntAnswer, ...] = ()


class HuntReport(Record):
    """The result of a hunt."""

    classes: tuple[HuntedClass, ...]
    graphs: tuple[HuntGraph, ...] = ()
    problem: HuntProblem | None = None
    """Why no graph of the file is read."""
    exposed: tuple[str, ...] = ()
    """The letters of the classes that are exposed."""
    alike: tuple[tuple[str, str], ...] = ()
    """The pairs of classes that no graph tells apart."""
    nodes: int = 0
    """The nodes of all graphs that are played."""
    most_nodes: int = 0
    """The most nodes with which all that is done earns the bonus; 0 where there is none."""

    @property
    def is_played(self) -> bool:
        """Whether there was a graph to play."""
        return any(graph.problem is None for graph in self.graphs)

    @property
    def pairs(self) -> int:
        """The number of pairs of classes."""
        return len(self.classes) * (len(self.classes) - 1) // 2

    @property
    def is_complete(self) -> bool:
        """Whether all classes are exposed and all pairs told apart."""
        return len(self.exposed) == len(self.classes) > 0 and not self.alike

    @property
    def has_bonus(self) -> bool:
        """Whether all is done with so few nodes that it earns the bonus."""
        return self.is_complete and self.nodes <= self.most_nodes
