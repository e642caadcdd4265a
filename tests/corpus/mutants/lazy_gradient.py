"""As in torch, grad is None until a backward pass brings something."""
import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = None
        self.inputs = inputs
        self.backward_rule = None

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _accumulate(self, amount):
        if self.grad is None:
            self.grad = 0.0
        self.grad += amount

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self._accumulate(out.grad)
            other._accumulate(out.grad)

        out.backward_rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self._accumulate(other.data * out.grad)
            other._accumulate(self.data * out.grad)

        out.backward_rule = rule
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other))

        def rule():
            self._accumulate(other.data * self.data ** (other.data - 1) * out.grad)
            if self.data > 0:
                other._accumulate(out.data * math.log(self.data) * out.grad)

        out.backward_rule = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self._accumulate(out.data * out.grad)

        out.backward_rule = rule
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))

        def rule():
            self._accumulate(out.grad / self.data)

        out.backward_rule = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self._accumulate((1 - out.data**2) * out.grad)

        out.backward_rule = rule
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def rule():
            self._accumulate(out.data * (1 - out.data) * out.grad)

        out.backward_rule = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def rule():
            self._accumulate((self.data > 0) * out.grad)

        out.backward_rule = rule
        return out

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for each in v.inputs:
                    build(each)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v.backward_rule is not None:
                v.backward_rule()

    def zero_grad(self):
        self.grad = None
