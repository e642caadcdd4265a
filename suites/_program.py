"""A program: the operations of one graph, and what is done with it, in order.

The text of a graph is parsed once (`suites._expression`) to a `Program`. The same program drives
the student's class, the expected values, PyTorch, finite differences and the drawings.
"""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from suites._primitives import Operand


class Operation(Struct, frozen=True):
    """One node that is computed from others: `name = op(operands)`."""

    name: str
    op: str
    operands: tuple[Operand, ...]
    text: str
    """The text that the student reads for this node: its name, or the expression it stands for."""


class Backward(Struct, frozen=True):
    """Calls `node.backward()`."""

    node: str


class Clear(Struct, frozen=True):
    """Sets `node.grad = 0`, as a training loop does by hand."""

    node: str


class ZeroGrad(Struct, frozen=True):
    """Calls the student's own `node.zero_grad()`."""

    node: str


Step = Operation | Backward | Clear | ZeroGrad


class Program(Struct, frozen=True, eq=False, dict=True):
    """Inputs and steps. Every operand is defined before it is used; names are unique.

    Compared by identity: it is the key of what is prepared once for each program.
    """

    inputs: tuple[str, ...]
    steps: tuple[Step, ...]

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        """The operations alone, in the order they are written, which is a topological order."""
        return tuple(step for step in self.steps if isinstance(step, Operation))

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        """Every node's name: inputs first, then operations in order."""
        return self.inputs + tuple(operation.name for operation in self.operations)

    @cached_property
    def index(self) -> dict[str, int]:
        """The position of each node in `nodes`."""
        return {name: position for position, name in enumerate(self.nodes)}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text that a reader sees for each node, in the order of `nodes`."""
        return self.inputs + tuple(operation.text for operation in self.operations)

    @cached_property
    def root(self) -> str:
        """The node whose `backward()` is called last."""
        return next(step.node for step in reversed(self.steps) if isinstance(step, Backward))

    @cached_property
    def passes(self) -> int:
        """The number of backward passes."""
        return sum(isinstance(step, Backward) for step in self.steps)

    @cached_property
    def order_matters(self) -> bool:
        """Whether a set of parents could be walked in more than one way that makes a difference."""
        return len(self.operations) > 1 and any(
            len(set(node_operands(operation))) > 1 for operation in self.operations
        )

    @cached_property
    def reuses_nodes(self) -> bool:
        """Whether something computed is used again after a pass went through it."""
        passed: set[str] = set()
        for step in self.steps:
            if isinstance(step, Operation) and passed.intersection(node_operands(step)):
                return True
            if isinstance(step, Backward):
                behind = self._behind(step.node)
                if step.node not in passed and passed & behind:
                    return True
                passed |= behind
        return False

    @cached_property
    def begins_in_the_middle(self) -> bool:
        """Whether a pass begins at another node than the one that was made last."""
        last = ""
        for step in self.steps:
            if isinstance(step, Operation):
                last = step.name
            elif isinstance(step, Backward) and step.node != last:
                return True
        return False

    def _behind(self, root: str) -> set[str]:
        """Return what is computed on the way to a node, and the node itself if it is computed."""
        behind = {root}
        for operation in reversed(self.operations):
            if operation.name in behind:
                behind.update(node_operands(operation))
        return behind.difference(self.inputs)

    @cached_property
    def visits(self) -> int:
        """How many a walk makes that follows every path from the last node downwards."""
        below = dict.fromkeys(self.inputs, 1)
        for operation in self.operations:
            below[operation.name] = 1 + sum(below[operand] for operand in node_operands(operation))
        return max(below.values())

    @cached_property
    def ops(self) -> frozenset[str]:
        """The kinds of its operations."""
        return frozenset(operation.op for operation in self.operations)


def node_operands(operation: Operation) -> Iterator[str]:
    """The operands that are nodes, left to right; one used twice comes twice."""
    return (operand for operand in operation.operands if isinstance(operand, str))
