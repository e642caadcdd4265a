"""Random graphs: for the tests, and for benches that ask whether two computations agree on any graph."""

from collections.abc import Sequence
from random import Random

from suites import BINARY, OPERATIONS, PRIMITIVES, Graph, Operand, written

_LARGEST = 100.0
_EDGE = 0.2
"""The distance kept from kinks and poles; twice what generic inputs keep, for they are drawn anew."""
_STEEPEST = 3.0
"""The largest argument of functions that explode or saturate."""
_TRIES = 100
_CONSTANT_SHARE = 0.2
_RECENT_SHARE = 0.4
_EXPONENTS = (2, 3, -1, 0.5, 1.5)


def random_graph(
    rng: Random, operations: int, ops: Sequence[str] = OPERATIONS, most_inputs: int = 4
) -> Graph:
    """A graph of that many operations, and some sums at the end that lead every node to the root.

    Inputs and results are reused freely, numbers stand on either side, and at its textbook inputs no
    value is large, near a pole or near a kink; where chance finds no such operation, a sum is taken.
    A `**` has a plain number above, as in most courses.
    """
    return _Builder(rng, ops, most_inputs).build(operations)


class _Builder:
    """Grows a graph operation by operation, with the data it has; unfit operations are drawn again."""

    def __init__(self, rng: Random, ops: Sequence[str], most_inputs: int) -> None:
        self.rng = rng
        self.ops = ops
        names = "abcdefgh"[: rng.randint(1, most_inputs)]
        self.inputs = {name: rng.choice((-1, 1)) * rng.uniform(0.3, 3.0) for name in names}
        self.data = dict(self.inputs)
        self.unused = list(names)
        self.lines: list[str] = []

    def build(self, operations: int) -> Graph:
        while len(self.lines) < operations:
            self.grow()
        while len(self.unused) > 1:
            self.append("+", (self.unused[0], self.unused[1]))
        return Graph("; ".join(self.lines), (self.inputs,))

    def grow(self) -> None:
        for _ in range(_TRIES):
            op = self.rng.choice(self.ops)
            operands = self.operands(op)
            if self.fits(op, operands):
                return self.append(op, operands)
        return self.append("+", (self.node(), self.node()))

    def operands(self, op: str) -> tuple[Operand, ...]:
        if op not in BINARY:
            return (self.node(),)
        if op == "**":
            return self.node(), self.rng.choice(_EXPONENTS)
        left, right = self.node(), self.node()
        if self.rng.random() >= _CONSTANT_SHARE:
            return left, right
        return (left, self.constant()) if self.rng.random() < 1 / 2 else (self.constant(), right)

    def node(self) -> str:
        """Any node so far; the newest, and those not used yet, more often than others."""
        if self.rng.random() < _RECENT_SHARE:
            return self.rng.choice(self.unused)
        return self.rng.choice(list(self.data))

    def constant(self) -> float:
        return self.rng.choice((-1, 1, 2, 3, round(self.rng.uniform(-3.0, 3.0), 2)))

    def numbers(self, operands: tuple[Operand, ...]) -> list[float]:
        return [self.data[operand] if isinstance(operand, str) else operand for operand in operands]

    def fits(self, op: str, operands: tuple[Operand, ...]) -> bool:
        numbers = self.numbers(operands)
        return _is_regular(op, numbers) and abs(PRIMITIVES[op].forward(*numbers)) <= _LARGEST

    def append(self, op: str, operands: tuple[Operand, ...]) -> None:
        name = f"n{len(self.lines) + 1}"
        self.lines.append(f"{name} = {_source(op, operands)}")
        self.data[name] = PRIMITIVES[op].forward(*self.numbers(operands))
        self.unused = [*(node for node in self.unused if node not in operands), name]


def _is_regular(op: str, numbers: list[float]) -> bool:
    primitive = PRIMITIVES[op]
    if primitive.explodes or primitive.saturates:
        return abs(numbers[0]) <= _STEEPEST
    return primitive.is_regular(numbers, _EDGE)


def _source(op: str, operands: tuple[Operand, ...]) -> str:
    return written(op, [str(operand) for operand in operands], "{op}({operand})")
