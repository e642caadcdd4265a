"""Random graphs of a class's own operations, as users write them: more than the suites have, and odder.

A graph is kept where the right class is right on it, so that a class that is wrong there has another mistake.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from textwrap import shorten

from bench.mutants.observing import Observer, in_passes, planned
from bench.mutants.references import Reference
from grader.judge import judge
from grader.plan import Planned
from grader.records import replace
from grader.sandbox.plays import Layout, PlayStatus
from suites import UNARY, Convention, Graph, written
from tests.random_graphs import random_graph

_FREE = 60
"""Graphs that are drawn freely, each with one pass and with two."""
_SUMS_AND_PRODUCTS = frozenset("+*")
"""The operations of which gradients in the middle cost points."""
_SHOWN = 300
"""Characters of a graph."""
_UNWRITTEN = (PlayStatus.MISSING, PlayStatus.NOT_APPLICABLE)
_DEEP, _IN_A_ROW = 200, "; ".join(f"n{i + 1} = n{i} + a" if i else "n1 = a + b" for i in range(60))
_NUMBERS = (0, 1, -1, 2, 3, -2, 0.5, -2.5, 1.0, 2.0)
_POINTS = ((1.3, -0.6), (0.0, 1.5), (2.0, 2.0), (0.5, 4.0), (-25.0, 1.0), (700.0, 1.0), (1e-4, 1.0))
"""Inputs, some of them odd, beside which others are drawn."""
_TWICE = (
    "{first}\n{cleared}\n{second}",
    "{first}\n{built}",
    "{first}\n{second}",
)
_BY_HAND = (
    "c = a * b; d = c + a; a.backward()",
    "c = a * b; d = c * c; c.backward(); d.backward()",
    "c = a * b; c.backward(); a.grad = 0; b.grad = 0; c.grad = 0; d = c * a + b; d.backward()",
    "c = a * b; d = c + a; e = c * b; d.backward(); e.backward()",
    "c = a * b; c.backward(); c.backward(); c.backward()",
    "c = a * b; d = a + b; c.backward(); d.backward(); e = c * d",
    "c = a + a + a + a + a; d = c * c * c * c; e = d + b",
    "c = a * b; unused = c * 3; d = c + 2; e = d * a",
    "c = a + b; d = c + c; e = d + d + c; f = e * e * c",
    "c = a * a; d = b * b; e = c * d; f = d * c; g = e + f + c",
)
_ACCEPTED = (*Convention,)


class UserGraphs(Observer):
    """Plays such graphs on right classes and on their mutants."""

    def seen_on(self, reference: Reference, content: bytes) -> str:
        """Return the first graph on which a class is wrong and the right one is right; empty without one.

        What is not written is not wrong.
        """
        plans = self.plans(reference)
        pairs = zip(plans, self.play(content, plans), strict=True)
        written = ((plan, answer) for plan, answer in pairs if answer.status not in _UNWRITTEN)
        return next((_told(plan) for plan, answer in written if not judge(plan, answer).right), "")

    def kept(self, right: list[Planned]) -> list[Planned]:
        """Return all of them: one that is right on the right class says something."""
        return right

    def drawn(self, rng: Random, operations: list[str]) -> Iterator[Planned]:
        """Yield what is tried on the right class."""
        for number, graph in enumerate(_graphs(rng, operations)):
            layout = Layout(rng.getrandbits(60), reverse=bool(number % 2))
            asked = replace(graph, tolerates=_ACCEPTED)
            with suppress(ArithmeticError, ValueError):  # it has no value there
                yield planned(asked, layout, every_node=graph.program.ops <= _SUMS_AND_PRODUCTS)


def _told(plan: Planned) -> str:
    named = zip(plan.play.graph.program.inputs, plan.instance.inputs, strict=True)
    inputs = ", ".join(f"{name}={value:.6g}" for name, value in named)
    return f"{shorten(plan.play.graph.text, _SHOWN)} at {inputs}"


def _graphs(rng: Random, operations: Sequence[str]) -> Iterator[Graph]:
    for number in range(_FREE):
        graph = random_graph(rng, rng.randint(1, 14), operations)
        yield graph
        yield in_passes(graph, _TWICE[number % len(_TWICE)])
    texts = [*_BY_HAND, _IN_A_ROW]
    for op in operations:
        texts += _of_one(op) if op in UNARY else _of_two(op)
    for text in texts:
        for a, b in (*_POINTS, (rng.uniform(0.4, 1.9), rng.uniform(0.4, 1.9))):
            yield Graph(text, ({"a": a, "b": b},))
    yield random_graph(rng, _DEEP, [op for op in operations if op in "+-*"], most_inputs=2)


def _of_one(op: str) -> Iterator[str]:
    """Yield graphs of an operation of one node."""
    for node in ("a", "u"):
        yield f"u = a * b; v = {written(op, [node], '{op}({operand})')}; w = v * u + v"


def _of_two(op: str) -> Iterator[str]:
    """Yield graphs of an operation of two, beside numbers of every kind."""
    numbers = [(node, str(number)) for node in ("a", "u") for number in _NUMBERS]
    reflected = [(number, node) for node, number in numbers if (op, number) != ("**", "0")]
    for left, right in (*numbers, *reflected, ("a", "b"), ("u", "a"), ("b", "u")):
        yield f"u = a * b; v = {written(op, [left, right])}; w = v * u + v"
