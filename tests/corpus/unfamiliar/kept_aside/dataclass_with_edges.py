import math
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Edge:
    to: "Value"
    partial: float


@dataclass(eq=False)
class Value:
    data: float
    edges: list[Edge] = field(default_factory=list, repr=False)
    grad: float = field(default=0.0, init=False)

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])
        return Value(self.data + other, [Edge(self, 1.0)])

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [Edge(self, other.data), Edge(other, self.data)])
        return Value(self.data * other, [Edge(self, other)])

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])
        return Value(self.data - other, [Edge(self, 1.0)])

    def __truediv__(self, other):
        if isinstance(other, Value):
            return Value(
                self.data / other.data,
                [Edge(self, 1 / other.data), Edge(other, -self.data / other.data**2)],
            )
        return Value(self.data / other, [Edge(self, 1 / other)])

    def __radd__(self, other):
        return Value(other + self.data, [Edge(self, 1.0)])

    def __rmul__(self, other):
        return Value(other * self.data, [Edge(self, other)])

    def __rsub__(self, other):
        return Value(other - self.data, [Edge(self, -1.0)])

    def __rtruediv__(self, other):
        return Value(other / self.data, [Edge(self, -other / self.data**2)])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __pow__(self, power):
        return Value(self.data**power, [Edge(self, power * self.data ** (power - 1))])

    def tanh(self):
        out = Value(math.tanh(self.data))
        out.edges.append(Edge(self, 1 - out.data**2))
        return out

    def exp(self):
        out = Value(math.exp(self.data))
        out.edges.append(Edge(self, out.data))
        return out

    def log(self):
        out = Value(math.log(self.data))
        out.edges.append(Edge(self, 1 / self.data))
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0)
        out.edges.append(Edge(self, 1.0 if self.data > 0 else 0.0))
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)))
        out.edges.append(Edge(self, out.data * (1 - out.data)))
        return out

    def backward(self):
        order: list[Value] = []
        marked: set[int] = set()

        def mark(value):
            if id(value) in marked:
                return
            marked.add(id(value))
            for edge in value.edges:
                mark(edge.to)
            order.append(value)

        mark(self)
        self.grad = 1.0
        for value in reversed(order):
            for edge in value.edges:
                edge.to.grad += edge.partial * value.grad
