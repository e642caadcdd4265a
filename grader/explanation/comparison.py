"""Compares one play with what is right: what each node must hold, what it held, which numbers are wrong."""

import math
from functools import cached_property

from grader.compare import Quantity, Tolerance, is_right
from grader.expected import Expected
from grader.finding import NodeExplained
from grader.records import Frozen
from grader.sandbox.plays import Observation, Readings, ValueKind
from grader.single_precision import rounding_bounds
from suites import Operation, Program

_SUMS = 1e-9
_SUMS_IN_SINGLE = 1e-5
"""Rounding, and nothing else."""
_NOTHING = (bytes((ValueKind.ABSENT,)), bytes((ValueKind.NONE,)))


class Comparison(Frozen, dict=True):
    """One play beside what is right. Numbers stand in the order of `Program.nodes`."""

    program: Program
    inputs: tuple[float, ...]
    expected: Expected
    observation: Observation
    tolerance: Tolerance
    """How far a number may be off to be called right."""

    @cached_property
    def nodes(self) -> tuple[NodeExplained, ...]:
        """Return each node, with its data as it was made if that is wrong, else as it was in the end."""
        observation, expected = self.observation, self.expected
        forward = self._wrong_nodes(Quantity.DATA, observation.forward, expected.data)
        changed = self._wrong_nodes(Quantity.DATA, observation.data, expected.data)
        gradients = self.wrong_gradients
        operations = (*(None for _ in self.program.inputs), *self.program.operations)
        return tuple(
            NodeExplained(
                name=name,
                text=self.program.texts[node],
                op=operation.op if operation else None,
                operands=_operands_of(operation) if operation else (),
                data=expected.data[node],
                gradient=expected.gradients[node],
                data_got=_finite_number(observation.forward if node in forward else observation.data, node),
                gradient_got=self.got(node),
                wrong_data=node in forward or node in changed,
                wrong_gradient=node in gradients,
            )
            for node, (name, operation) in enumerate(zip(self.program.nodes, operations, strict=True))
        )

    @cached_property
    def wrong_gradients(self) -> frozenset[int]:
        """The nodes with wrong gradients, without those in the middle if none is kept there: a convention."""
        wrong = self._wrong_nodes(Quantity.GRADIENT, self.observation.gradients, self.expected.gradients)
        kinds = self.observation.gradients.kinds[len(self.program.inputs) :]
        if kinds.translate(None, b"".join(_NOTHING)):
            return wrong
        return frozenset(node for node in wrong if node < len(self.program.inputs))

    @cached_property
    def rounding(self) -> float:
        """How far a sum may be off, by its largest part."""
        return _SUMS_IN_SINGLE if ValueKind.SINGLE in self.observation.gradients.kinds else _SUMS

    def got(self, node: int) -> float | None:
        """Return the gradient that a node held; None where that was no finite number."""
        return _finite_number(self.observation.gradients, node)

    def held(self, node: int) -> float | None:
        """Return the gradient that a node held; 0, the sum of no contributions, where it had none."""
        kinds = self.observation.gradients.kinds
        return 0.0 if kinds[node : node + 1] in _NOTHING else self.got(node)

    def same(self, left: float, right: float) -> bool:
        """Whether two gradients are one but for rounding."""
        return math.isclose(left, right, rel_tol=self.rounding, abs_tol=self.rounding)

    def _wrong_nodes(
        self, quantity: Quantity, readings: Readings, right: tuple[float, ...]
    ) -> frozenset[int]:
        """Return the nodes whose readings do not pass."""
        if readings.values == right and not any(readings.kinds):
            return frozenset()
        single = ValueKind.SINGLE in readings.kinds and rounding_bounds(self.program, self.inputs)
        bounds = single[quantity is Quantity.GRADIENT] if single else right
        found = zip(readings.values, readings.kinds, right, bounds, strict=False)
        return frozenset(
            node
            for node, (value, kind, number, bound) in enumerate(found)
            if not is_right(value, number, kind, self.tolerance, rounding=bound)
        )


def _operands_of(operation: Operation) -> tuple[str | float, ...]:
    """Return the operands of an operation, numbers as floats."""
    return tuple(each if isinstance(each, str) else float(each) for each in operation.operands)


def _finite_number(readings: Readings, node: int) -> float | None:
    """Return the reading of a node, if it is a finite number."""
    if node >= len(readings.values) or not ValueKind(readings.kinds[node]).is_number:
        return None
    value = readings.values[node]
    return value if math.isfinite(value) else None
