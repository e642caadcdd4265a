"""Computes how gradients flow from the root: every use of a node, with its local derivative."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grader.compare import Quantity
from grader.explanation.comparison import Comparison
from grader.finding import Write
from suites import PRIMITIVES, Operation, Program, node_operands


class Use(NamedTuple):
    """A node as an operand of a consumer. Nodes are positions in `Program.nodes`."""

    node: int
    consumer: int
    slot: int
    local: float
    value: float
    """Local derivative times the consumer's right gradient."""


class Flow:
    """How gradients flow from the root: every use behind it, by node and by consumer."""

    def __init__(self, seen: Comparison, order: Sequence[str]) -> None:
        index = seen.program.index
        self.by_node: list[list[Use]] = [[] for _ in index]
        self.by_consumer: dict[int, list[Use]] = {}
        for operation in _operations_behind_root(seen.program):
            uses = list(_uses_by(seen, operation))
            self.by_consumer[index[operation.name]] = uses
            for use in reversed(uses):
                self.by_node[use.node].append(use)
        for found in self.by_node:
            found.reverse()
        if order:
            called = [index[name] for name in order]
            self.by_consumer = {node: self.by_consumer[node] for node in called if node in self.by_consumer}

    def uses(self) -> Iterator[Use]:
        """Yield all uses, by node, then consumer by consumer in the order of the program."""
        for uses in self.by_node:
            yield from uses


def _operations_behind_root(program: Program) -> Iterator[Operation]:
    """Yield the operations that the root depends on, the last first."""
    needed = {program.root}
    for operation in reversed(program.operations):
        if operation.name in needed:
            needed.update(node_operands(operation))
            yield operation


def _uses_by(seen: Comparison, operation: Operation) -> Iterator[Use]:
    """Yield the uses of nodes by an operation."""
    index, (data, gradients) = seen.program.index, seen.expected
    numbers = [data[index[o]] if isinstance(o, str) else float(o) for o in operation.operands]
    consumer = index[operation.name]
    partials = PRIMITIVES[operation.op].partials(data[consumer], *numbers)
    for slot, (operand, local) in enumerate(zip(operation.operands, partials, strict=True)):
        if isinstance(operand, str):
            yield Use(index[operand], consumer, slot, local, local * gradients[consumer])


def right_writes(seen: Comparison, flow: Flow) -> Iterator[Write]:
    """Yield the writes that adding contributions in a right order does."""
    program = seen.program
    gradients = [0.0] * len(program.nodes)
    gradients[program.index[program.root]] = 1.0
    yield Write(node=program.root, quantity=Quantity.GRADIENT, old=0.0, new=1.0)
    for consumer, uses in flow.by_consumer.items():
        for use in uses:
            old = gradients[use.node]
            gradients[use.node] = new = old + use.local * gradients[consumer]
            yield Write(
                node=program.nodes[use.node],
                quantity=Quantity.GRADIENT,
                old=old,
                new=new,
                during=program.nodes[consumer],
            )
