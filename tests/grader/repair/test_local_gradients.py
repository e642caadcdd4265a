"""What a local gradient of the source is about: the upstream gradient, and by which names its operands go."""

from textwrap import dedent

from grader.harness.repair.local_gradient import LocalGradient
from tests.grader.repair.loading import survey_of

_EDGES = """
class Edge:
    def __init__(self, to, weight):
        self.to, self.weight = to, weight


class Value:
    def __init__(self, data, edges=()):
        self.data, self.grad, self.edges = data, 0.0, edges

    def __add__(self, other):
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def order(self):
        return [self] + [node for edge in self.edges for node in edge.to.order()]

    def backward(self):
        self.grad = 1.0
        for node in self.order():
            for edge in node.edges:
                edge.to.grad += edge.weight
"""

_OWN_NODE = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs = data, 0.0, inputs

    def __add__(self, other):
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def push(self):
        for node, slope in self.inputs:
            node.grad += slope

    def backward(self):
        self.grad = 1.0
        self.push()
"""

_NUMBERS = """
class Mul:
    def forward(self, x, y):
        return x * y

    def slopes(self, x, y):
        return [x, y]


class Neg:
    def forward(self, x):
        return -x

    def slopes(self, x):
        return [-1.0]


class Value:
    def __init__(self, data, op=None, inputs=()):
        self.data, self.grad, self.op, self.inputs = data, 0.0, op, inputs

    def __mul__(self, other):
        op = Mul()
        return Value(op.forward(self.data, other.data), op, (self, other))

    def __neg__(self):
        op = Neg()
        return Value(op.forward(self.data), op, (self,))

    def backward(self):
        self.grad = 1.0
        for node, slope in zip(self.inputs, self.op.slopes(*(each.data for each in self.inputs))):
            node.grad += slope * self.grad
"""

_BY_OPERAND = """
class Value:
    def __init__(self, data, inputs=()):
        self.data, self.grad, self.inputs, self.slopes = data, 0.0, inputs, {}

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))
        out.slopes[self] = other.data
        out.slopes[other] = self.data
        return out

    def backward(self):
        self.grad = 1.0
        for node in self.inputs:
            node.grad += self.slopes[node] * self.grad
"""


def _local_gradients(source: str) -> list[LocalGradient]:
    return survey_of(dedent(source))._known.local_gradients.all


def test_what_arrives_is_the_gradient_of_the_node_not_of_its_edge() -> None:
    assert "node.grad" in {local.upstream for local in _local_gradients(_EDGES)}


def test_a_method_that_serves_its_own_node_hands_on_that_gradient() -> None:
    assert "self.grad" in {local.upstream for local in _local_gradients(_OWN_NODE)}


def test_a_method_with_the_numbers_of_forward_names_the_operands() -> None:
    product = [local for local in _local_gradients(_NUMBERS) if local.operation == "*"]
    assert [(local.operand, local.data, local.is_derivative) for local in product] == [
        (0, ("x", "y"), True),
        (1, ("x", "y"), True),
    ]


def test_what_a_result_keeps_by_operand_is_a_derivative() -> None:
    assert [local.operand for local in _local_gradients(_BY_OPERAND) if local.is_derivative] == [0, 1]
