"""What each node's data and gradient must be: reverse accumulation over the operation list.

Float64, plain Python, microseconds an instance. PyTorch certifies it (`grader.oracle`).
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from grader.derivatives import RULES, Numbers, relu_one_at_zero
from suites import Backward, Clear, Convention, Operation, Program, ZeroGrad

NO_CONVENTION: frozenset[Convention] = frozenset()


@dataclass(frozen=True, slots=True)
class Expected:
    """Right values, one float64 a node, in the order of `Program.nodes`."""

    data: list[float]
    gradients: list[float]


@dataclass(frozen=True, slots=True)
class _Edge:
    """One use of a node by an operation: where the gradient goes and what it is multiplied by."""

    target: int
    partial: float


def expect(
    program: Program, inputs: Sequence[float], conventions: Collection[Convention] = NO_CONVENTION
) -> Expected:
    """Play the program's steps on float64 inputs, in the order of `program.inputs`.

    Raises:
        ArithmeticError, ValueError: where the program has no value at these inputs.
    """
    return _Play(program, inputs, conventions).run()


class _Play:
    def __init__(self, program: Program, inputs: Sequence[float], conventions: Collection[Convention]) -> None:
        self.program = program
        self.conventions = conventions
        self.data = [float(value) for value in inputs]
        self.gradients = [0.0] * len(program.nodes)
        self.edges: list[list[_Edge]] = [[] for _ in inputs]

    def run(self) -> Expected:
        index = self.program.index
        for step in self.program.steps:
            match step:
                case Operation():
                    self.forward(step)
                case Backward(node):
                    self.backward(index[node])
                case Clear(node) | ZeroGrad(node):
                    self.gradients[index[node]] = 0.0
        return Expected(self.data, self.gradients)

    def forward(self, operation: Operation) -> None:
        index = self.program.index
        numbers = [
            self.data[index[operand]] if isinstance(operand, str) else float(operand)
            for operand in operation.operands
        ]
        result = RULES[operation.op].forward(*numbers)
        partials = self.partials(operation.op)(result, *numbers)
        self.data.append(result)
        self.edges.append(
            [
                _Edge(index[operand], partial)
                for operand, partial in zip(operation.operands, partials, strict=True)
                if isinstance(operand, str)
            ]
        )

    def partials(self, op: str) -> Callable[..., Numbers]:
        if op == "relu" and Convention.RELU_AT_ZERO_IS_ONE in self.conventions:
            return relu_one_at_zero
        return RULES[op].partials

    def backward(self, root: int) -> None:
        """One pass: the flow starts afresh; what arrives is added to what was there."""
        resets = Convention.PASSES_RESET in self.conventions
        compounds = Convention.PASSES_COMPOUND in self.conventions and not resets
        flow = self.gradients[: root + 1] if compounds else [0.0] * (root + 1)
        flow[root] = 1.0
        reached = [False] * (root + 1)
        reached[root] = True
        for node in range(root, -1, -1):
            if not reached[node]:
                continue
            for edge in self.edges[node]:
                flow[edge.target] += edge.partial * flow[node]
                reached[edge.target] = True
        self.store(root, flow, reached, replaces=compounds or resets)

    def store(self, root: int, flow: list[float], reached: list[bool], *, replaces: bool) -> None:
        for node in range(root + 1):
            if reached[node]:
                self.gradients[node] = flow[node] if replaces else self.gradients[node] + flow[node]
