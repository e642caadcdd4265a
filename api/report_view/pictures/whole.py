"""A graph with every contribution in its place: what a class or a network that passed everything does."""

from functools import cache

from grader.explanation.explain import explain
from grader.finding import Explained
from grader.records import replace
from grader.sandbox.plays import Observation, PlayStatus
from suites import parse

GRAPH = "d = a * b; e = d + c; f = a - c; y = e * f"
INPUTS = {"a": 2.0, "b": 3.0, "c": 4.0}
LOSS = "out = w1 * 2 + w2 * -1 + b; loss = (out - 3) ** 2"
PARAMETERS = {"w1": 1.0, "w2": 2.0, "b": 1.0}


@cache
def whole_graph(*, of_network: bool = False) -> Explained:
    """The diamond, or the loss of a neuron, as a right pass leaves it."""
    text, numbers = (LOSS, PARAMETERS) if of_network else (GRAPH, INPUTS)
    program = parse(text, tuple(numbers))
    explained = explain(program, tuple(numbers.values()), Observation(PlayStatus.ANSWERED))
    nodes = tuple(
        replace(node, gradient_got=node.gradient, wrong_gradient=False, wrong_data=False)
        for node in explained.nodes
    )
    return replace(explained, nodes=nodes, writes=explained.right_writes, contributions=())
