"""Whether a fault can be seen: random graphs decide, which know nothing of the suites.

A graph is kept where the reference is right on it, so that what a mutant does otherwise is its fault.
"""

import re
from collections.abc import Iterator
from random import Random

from bench.mutants.references import Reference
from grader.expected import expect
from grader.instances import Instance
from grader.judge import judge
from grader.plan import Planned
from grader.records import replace
from grader.sandbox.plays import Layout, Observation, Play, Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox_session import SandboxSession
from suites import OPERATIONS, Convention, Graph, Stage, Suite
from tests.random_graphs import random_graph

_SEED = 20260117
_TRIED = 5
"""How many graphs are drawn for one that is kept."""
_KEPT = 28
_DIGITS = 6
_BETWEEN = (0.4, 0.9)
_OF_ONE = ("u = a * b; n1 = {op}(u); n2 = {op}(b); n3 = n1 * {k} + n2 * u + n1",)
_OF_TWO = (
    "u = a * b; n1 = u {op} b; n2 = b {op} a; n3 = n1 * n2 + n1",
    "u = a + b; n1 = u {op} {n}; n2 = b {op} {n}; n3 = n1 * n2 + u",
    "u = a + b; n1 = {k} {op} u; n2 = n1 * u + b",
)
_EVERY_NODE = 6
"""Which of seven graphs asks for gradients in the middle too."""
_SMALL = ("c = a {op} b; d = c * 2 + a", "c = {op}(a * b); d = c * 3 + a")
_PASSES = (Convention.PASSES_COMPOUND, Convention.PASSES_RESET)

Signature = tuple[object, ...]
"""What a class gives on every graph; two faults that differ give something else somewhere."""


class Observer:
    """Plays random graphs on references and their mutants."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._plans: dict[str, list[Planned]] = {}

    def sees(self, reference: Reference, content: bytes) -> bool:
        """Whether some graph gives another number than it must, or an exception."""
        plans = self.plans(reference)
        answers = self.play(content, plans)
        return not all(judge(plan, answer).right for plan, answer in zip(plans, answers, strict=True))

    def signature(self, reference: Reference, content: bytes) -> Signature:
        """What it gives."""
        return tuple(map(_rounded, self.play(content, self.plans(reference))))

    def plans(self, reference: Reference) -> list[Planned]:
        """What is played on a reference and its mutants."""
        if reference.name not in self._plans:
            rng = Random(f"{_SEED}{reference.name}")
            tried = list(self.drawn(rng, self._operations(reference)))
            answers = self.play(reference.content, tried)
            right = [plan for plan, answer in zip(tried, answers, strict=True) if judge(plan, answer).right]
            self._plans[reference.name] = self.kept(right)
        return self._plans[reference.name]

    def drawn(self, rng: Random, operations: list[str]) -> Iterator[Planned]:
        """Yield what is tried on a reference."""
        return _plans(rng, operations)

    def kept(self, right: list[Planned]) -> list[Planned]:
        """Return some of those that were drawn freely, and all others."""
        free = [plan for plan in right if plan.play.graph.program.operations[0].name == "n1"]
        return free[:_KEPT] + [plan for plan in right if plan not in free]

    def _operations(self, reference: Reference) -> list[str]:
        """Those that a reference has."""
        graphs = [
            Graph(_SMALL[op.isalpha()].format(op="-" if op == "neg" else op), ({"a": 1.2, "b": 0.7},))
            for op in OPERATIONS
        ]
        plans = [planned(graph, None) for graph in graphs]
        answers = self.play(reference.content, plans)
        return [
            op
            for op, plan, answer in zip(OPERATIONS, plans, answers, strict=True)
            if judge(plan, answer).right or op == "**"
        ]

    def play(self, content: bytes, plans: list[Planned]) -> list[Observation]:
        """Return what a class gives on each."""
        answers: dict[int, Observation] = {}
        source = Source("mutant.py", content, may_not_record=True)
        with SandboxSession(self.sandbox, source, needs_backward=True) as session:
            session.play([plan.play for plan in plans], answers.__setitem__)
        return [answers[number] for number in range(len(plans))]


def _plans(rng: Random, operations: list[str]) -> Iterator[Planned]:
    for number in range(_KEPT * _TRIED):
        graph = random_graph(rng, rng.randint(2, 9), operations)
        match number % 7:
            case 0:
                graph = in_passes(graph, "{first}\n{cleared}\n{second}")
            case 1:
                graph = in_passes(graph, "{first}\n{built}")
            case 2:
                graph = in_passes(graph, "{first}\n{second}")
            case 3:
                graph = _with_equal_inputs(rng)
        layout = Layout(rng.getrandbits(60), reverse=bool(number % 2))
        yield planned(graph, layout, every_node=number % 7 == _EVERY_NODE)
    for graph in _small(rng, operations):
        layout = Layout(rng.getrandbits(60), reverse=False)
        yield from (planned(graph, layout), planned(graph, layout._replace(reverse=True)))
    for zero in ("a.zero_grad(); b.zero_grad(); y.zero_grad()", "b.zero_grad(); a.zero_grad()"):
        inputs = {"a": rng.uniform(1, 2), "b": rng.uniform(2, 3)}
        yield planned(Graph(f"y = a * b; y.backward()\n{zero}\nz = a * b + a; z.backward()", (inputs,)), None)
        yield planned(Graph("c = a ** b; d = c * b + a", (inputs,)), None)
        yield planned(Graph("c = 2.5 ** a; d = c * b", (inputs,)), None)


def _small(rng: Random, operations: list[str]) -> Iterator[Graph]:
    """Each operation below the output, beside its own operands, twice, and with a number on the left."""
    for op in operations:
        forms = _OF_ONE if op.isalpha() else _OF_TWO
        for form in forms:
            inputs = {name: rng.uniform(*(_BETWEEN)) for name in "ab"}
            text = form.format(
                op="-" if op == "neg" else op, k=round(rng.uniform(1, 3), 2), n=rng.choice((2, 3, -1))
            )
            if op != "**" or "{n}" in form:
                yield Graph(text, (inputs,))


def in_passes(graph: Graph, order: str) -> Graph:
    """The graph once, and what comes after its pass: cleared and made again, only made again."""
    again = re.sub(r"\bn(\d+)\b", r"m\1", graph.text)
    last = re.findall(r"\b(n\d+) =", graph.text)[-1]
    inputs = tuple(graph.textbook[0])
    text = order.format(
        first=f"{graph.text}; {last}.backward()",
        cleared="; ".join(f"{name}.grad = 0" for name in inputs),
        second=f"{again}; {last.replace('n', 'm')}.backward()",
        built=again,
    )
    return Graph(text, graph.textbook, tolerates=_PASSES)


def _with_equal_inputs(rng: Random) -> Graph:
    """Two inputs with the same data, in sums and products."""
    graph = random_graph(rng, rng.randint(3, 7), ("+", "*"))
    inputs = dict(graph.textbook[0])
    inputs |= dict.fromkeys(list(inputs)[:2], rng.uniform(0.5, 1.5))
    return Graph(graph.text, (inputs,))


def planned(graph: Graph, layout: Layout | None, *, every_node: bool = False) -> Planned:
    """Return the play of a graph at its textbook inputs."""
    graph = replace(graph, seeds_itself=True)
    inputs = tuple(map(float, graph.textbook[0].values()))
    about = (*OPERATIONS, "constants") if layout is not None else ()
    suite = Suite(
        "random", Stage.WHOLE_GRAPH, 0, (graph,), about=about, judges_every_node=every_node, slug="random"
    )
    expected = expect(graph.program, inputs)
    layout = layout if graph.program.order_matters else None
    return Planned(Play(suite, graph, inputs, layout), Instance(inputs, expected, textbook=True))


def _rounded(answer: Observation) -> object:
    problem = answer.problem.type if answer.problem else None
    numbers = (*answer.forward.values, *answer.data.values, *answer.gradients.values)
    return answer.status, problem, tuple(f"{number:.{_DIGITS}g}" for number in numbers)
