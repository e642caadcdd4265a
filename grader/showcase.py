"""The small graph that shows a fault best, as the reference plays it with that fault made in it."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from grader.compare import USUAL, Quantity, is_right
from grader.diagnosis.examples.telling import candidates, effort
from grader.expected import Expected, expect
from grader.explanation.explain import explain
from grader.faults import Replace
from grader.finding import LONGEST_MESSAGE, Explained, Write
from grader.predict import place, run
from grader.records import replace
from grader.reference import mutated
from grader.sandbox.plays import Observation, PlayStatus, Readings, ValueKind
from grader.shrinking.cut import Case
from suites import BINARY, PRIMITIVES, Program, parse

_RAISED = 50.0
"""The handicap of a graph that raises: it must be easier to follow than one that leaves numbers."""
_CLEARED = "a.zero_grad(); b.zero_grad(); c.zero_grad()"
_MORE: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("b = a * a; c = b + 1; d = b * c", (3.0,)),
    ("c = a + b; d = c * a", (2.0, -5.0)),
    ("c = a * b; d = c * 4", (2.0, 3.0)),
    ("b = a + a; c = b * b", (1.0,)),
    ("c = a + b; d = a + c; e = c * d", (2.0, 3.0)),
    ("c = a + b; d = a * b; e = c * d", (2.0, 2.0)),
    ("b = 5 - a; c = b * 3", (2.0,)),
    ("b = 5 + a; c = b * 3", (2.0,)),
    ("b = 5 * a; c = b * 3", (2.0,)),
    ("b = 6 / a", (2.0,)),
    ("b = 3 ** a", (2.0,)),
    ("b = a ** 3; c = b * 2", (2.0,)),
    ("c = a ** b", (2.0, 3.0)),
    ("b = a + 3; c = b * 2", (2.0,)),
    ("c = a * b; c.backward(); a.zero_grad(); b.zero_grad(); d = a * b; d.backward()", (2.0, 3.0)),
    ("c = a * b; c.backward(); d = a + b; d.backward()", (2.0, 3.0)),
    (f"c = a * b; c.backward(); {_CLEARED}; d = c * 4; d.backward()", (2.0, 3.0)),
    (f"c = a * b; d = c * 4; d.backward(); {_CLEARED}; d.zero_grad(); d.backward()", (2.0, 3.0)),
    ("b = relu(a); c = b * 3", (-3.0,)),
)
"""The graphs beside the shapes in which a student's fault is shown: plain numbers, powers, two passes."""


class Showcase(NamedTuple):
    """A graph with what the faulty reference made of it."""

    explained: Explained
    raised: str
    """The exception that stopped it; empty where none did."""
    ends: bool
    """Whether its passes come to an end; they are not played where they do not."""


@cache
def showcase(variant: str, edits: tuple[Replace, ...]) -> Showcase | None:
    """The graph on which this variant of a fault is followed most easily; None where none here shows it."""
    shown = [_showcase(edits, case) for case in _cases(place(variant))]
    rivals = [(each[0], number) for number, each in enumerate(shown) if each is not None]
    if not rivals:
        return None
    best = shown[min(rivals)[1]]
    return best[1] if best else None


def _cases(where: str) -> Iterator[Case]:
    op = where if where in PRIMITIVES else "+"
    yield from candidates(_smallest(op), may_differ=True)
    for text, inputs in _MORE:
        yield parse(text, tuple("ab"[: len(inputs)])), inputs


def _smallest(op: str) -> Case:
    if op in BINARY:
        return parse(f"c = a {op} b", ("a", "b")), (2.0, -5.0)
    text = "b = -a" if op == "neg" else f"b = {op}(a)"
    return parse(text, ("a",)), (2.0,)


def _showcase(edits: tuple[Replace, ...], case: Case) -> tuple[float, Showcase] | None:
    """Return how hard this graph is to follow, and what it shows; None if nothing is wrong."""
    program, inputs = case
    try:
        expected = expect(program, inputs)
    except (ArithmeticError, ValueError):
        return None
    recorder = _Recorder(edits)
    raised = recorder.play(program, inputs)
    observation = recorder.observation(program)
    wrong = _wrong(observation, expected)
    if not wrong and not raised:
        return None
    cost = effort(program, inputs, wrong) + (_RAISED if raised else 0.0)
    explained = explain(program, inputs, observation, tuple(recorder.named_writes(program)))
    return cost, Showcase(explained, raised, recorder.ends)


def _wrong(observation: Observation, expected: Expected) -> frozenset[int]:
    wrong = set()
    for seen, right in ((observation.data, expected.data), (observation.gradients, expected.gradients)):
        for node, (value, kind, number) in enumerate(zip(seen.values, seen.kinds, right, strict=False)):
            if not is_right(value, number, kind, USUAL):
                wrong.add(node)
    return frozenset(wrong)


class _Recorder:
    """Plays the faulty reference, and notes each write of a gradient and whose rule it was made in."""

    def __init__(self, edits: tuple[Replace, ...]) -> None:
        self.cls = mutated(edits)
        self.ends = not getattr(self.cls, "is_endless", False)
        self.nodes: dict[str, Any] = {}
        self._running: list[Any] = []
        self._writes: list[tuple[Any, object, object, Any]] = []
        self._watch()

    def play(self, program: Program, inputs: Sequence[float]) -> str:
        """Play a program, and return the error that stopped it, in a line; empty if none did."""
        if not self.ends:
            program = replace(program, steps=program.operations)
        try:
            run(self.cls, program, inputs, self.nodes)
        except Exception as error:  # noqa: BLE001 - whatever a faulty class raises is what it shows
            return f"{type(error).__name__}: {error}"[:LONGEST_MESSAGE]
        return ""

    def observation(self, program: Program) -> Observation:
        """Return what the nodes hold."""
        data = self._readings(program, "data")
        return Observation(PlayStatus.ANSWERED, data, data, self._readings(program, "grad"))

    def named_writes(self, program: Program) -> Iterator[Write]:
        """The writes of gradients, of nodes that the program names."""
        names = {id(self.nodes[name]): name for name in program.nodes if name in self.nodes}
        for node, old, new, running in self._writes:
            if id(node) in names:
                yield Write(
                    node=names[id(node)],
                    quantity=Quantity.GRADIENT,
                    old=_finite(old),
                    new=_finite(new),
                    during=names.get(id(running)),
                )

    def _readings(self, program: Program, attribute: str) -> Readings:
        held = [getattr(self.nodes.get(name), attribute, None) for name in program.nodes]
        kinds = [_kind(value) for value in held]
        values = [float(v) if kind.is_number else 0.0 for v, kind in zip(held, kinds, strict=True)]  # type: ignore[arg-type]
        return Readings(tuple(values), bytes(kinds))

    def _watch(self) -> None:
        """Record each write to `grad`, and whose node's rule makes it."""
        recorder = self

        def read(node: Any) -> Any:  # noqa: ANN401 - of a faulty class
            if "grad" not in node.__dict__:
                message = "'Value' object has no attribute 'grad'"
                raise AttributeError(message)
            return node.__dict__["grad"]

        def write(node: Any, value: Any) -> None:  # noqa: ANN401 - the same
            if "grad" in node.__dict__:
                running = recorder._running[-1] if recorder._running else None
                recorder._writes.append((node, node.__dict__["grad"], value, running))
            node.__dict__["grad"] = value

        def rule(node: Any) -> Any:  # noqa: ANN401 - the same
            return node.__dict__["_backward"]

        def attach(node: Any, closure: Any) -> None:  # noqa: ANN401 - the same
            def recorded_rule() -> None:
                recorder._running.append(node)
                try:
                    closure()
                finally:
                    recorder._running.pop()

            node.__dict__["_backward"] = recorded_rule

        self.cls.grad = property(read, write)  # type: ignore[attr-defined]
        self.cls._backward = property(rule, attach)  # type: ignore[attr-defined]  # noqa: SLF001 - our own class


def _kind(value: object) -> ValueKind:
    if type(value) in (int, float):
        return ValueKind.FLOAT
    return ValueKind.OTHER


def _finite(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None
