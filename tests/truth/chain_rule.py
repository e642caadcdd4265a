"""The chain rule once more, in a few lines and by nobody's formulas but its own: what a graph must hold."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.finding import Call, CallKind, Explained

_Rule = tuple[Callable[..., float], Callable[..., tuple[float, ...]]]
_RULES: Mapping[str, _Rule] = {
    "+": (lambda x, y: x + y, lambda _x, _y: (1.0, 1.0)),
    "-": (lambda x, y: x - y, lambda _x, _y: (1.0, -1.0)),
    "*": (lambda x, y: x * y, lambda x, y: (y, x)),
    "/": (lambda x, y: x / y, lambda x, y: (1 / y, -x / y**2)),
    "**": (lambda x, y: x**y, lambda x, y: (y * x ** (y - 1), x**y * math.log(x) if x > 0 else math.nan)),
    "neg": (lambda x: -x, lambda _x: (-1.0,)),
    "exp": (math.exp, lambda x: (math.exp(x),)),
    "log": (math.log, lambda x: (1 / x,)),
    "sin": (math.sin, lambda x: (math.cos(x),)),
    "tanh": (math.tanh, lambda x: (1 / math.cosh(x) ** 2,)),
    "sigmoid": (lambda x: 1 / (1 + math.exp(-x)), lambda x: (1 / (2 + math.exp(x) + math.exp(-x)),)),
    "relu": (lambda x: max(x, 0.0), lambda x: (float(x > 0),)),
}


@dataclass
class Right:
    """What each node of an explained graph must hold, by its inputs alone."""

    explained: Explained
    data: dict[str, float] = field(default_factory=dict)
    gradient: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Play it."""
        for node in self.explained.nodes:
            numbers = [self.data[o] if isinstance(o, str) else float(o) for o in node.operands]
            self.data[node.name] = _RULES[node.op][0](*numbers) if node.op else node.data
        self.gradient = dict.fromkeys(self.data, 0.0)
        for call in self.calls:
            if call.kind is not CallKind.BACKWARD:
                self.gradient[call.node] = 0.0
                continue
            for name, value in self.of_pass(call.node).items():
                self.gradient[name] += value

    @property
    def calls(self) -> Sequence[Call]:
        """Passes and resets; of an explanation without any, the pass of its output."""
        return self.explained.calls or (Call(kind=CallKind.BACKWARD, node=self.explained.root, step=0),)

    def of_pass(self, root: str) -> dict[str, float]:
        """What one pass adds to each node."""
        found = dict.fromkeys(self.data, 0.0) | {root: 1.0}
        for node in reversed(self.explained.nodes):
            for operand, local in self.locals(node.name):
                found[operand] += local * found[node.name]
        return found

    def locals(self, consumer: str) -> Iterator[tuple[str, float]]:
        """The operands of a node that are nodes, each with its local derivative."""
        node = next(each for each in self.explained.nodes if each.name == consumer)
        if node.op is None:
            return
        numbers = [self.data[o] if isinstance(o, str) else float(o) for o in node.operands]
        for operand, local in zip(node.operands, _RULES[node.op][1](*numbers), strict=True):
            if isinstance(operand, str):
                yield operand, local

    def shares(self, node: str) -> list[tuple[str, float]]:
        """What each use of a node behind the output adds to it in the last pass, with its user."""
        passes = [call.node for call in self.calls if call.kind is CallKind.BACKWARD]
        root = passes[-1] if passes else self.explained.root
        passed, behind = self.of_pass(root), self._behind(root)
        return [
            (name, local * passed[name])
            for name in (each.name for each in self.explained.nodes if each.name in behind)
            for operand, local in self.locals(name)
            if operand == node
        ]

    def _behind(self, root: str) -> set[str]:
        """The output, and all that it is made of."""
        found = {root}
        for node in reversed(self.explained.nodes):
            if node.name in found:
                found |= {operand for operand in node.operands if isinstance(operand, str)}
        return found
