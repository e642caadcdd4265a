"""A dataclass that compares its fields. It cannot be hashed, so nodes are told apart by their id."""
import math
from dataclasses import dataclass, field


@dataclass
class Value:
    data: float
    grad: float = 0.0
    parents: list = field(default_factory=list, repr=False)
    local: list = field(default_factory=list, repr=False)

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, parents=[self, other], local=[1.0, 1.0])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, parents=[self, other], local=[1.0, -1.0])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, parents=[self, other], local=[other.data, self.data])

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(
            self.data / other.data,
            parents=[self, other],
            local=[1 / other.data, -self.data / other.data**2],
        )

    def __pow__(self, other):
        other = Value.of(other)
        result = self.data**other.data
        by_base = other.data * self.data ** (other.data - 1)
        by_exponent = result * math.log(self.data) if self.data > 0 else 0.0
        return Value(result, parents=[self, other], local=[by_base, by_exponent])

    def __neg__(self):
        return Value(-self.data, parents=[self], local=[-1.0])

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __rpow__(self, other):
        return Value.of(other) ** self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, parents=[self], local=[e])

    def log(self):
        return Value(math.log(self.data), parents=[self], local=[1 / self.data])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, parents=[self], local=[1 - t**2])

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, parents=[self], local=[s * (1 - s)])

    def relu(self):
        return Value(max(0.0, self.data), parents=[self], local=[1.0 if self.data > 0 else 0.0])

    def backward(self):
        order = []
        seen_ids = set()

        def build(node):
            if id(node) not in seen_ids:
                seen_ids.add(id(node))
                for parent in node.parents:
                    build(parent)
                order.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(order):
            for parent, derivative in zip(node.parents, node.local):
                parent.grad += derivative * node.grad

    def zero_grad(self):
        self.grad = 0.0
