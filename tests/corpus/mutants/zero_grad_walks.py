"""zero_grad() of an output resets every node that it was computed from."""
import math


class Value:
    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0.0
        self.children = children
        self.op = op
        self._chain = lambda: None

    def __repr__(self):
        return f"Value({self.data}|{self.grad})"

    def nodes(self):
        """Every node of the graph, children first."""
        found = []
        seen = set()

        def visit(v):
            if v in seen:
                return
            seen.add(v)
            for child in v.children:
                visit(child)
            found.append(v)

        visit(self)
        return found

    def zero_grad(self):
        for v in self.nodes():
            v.grad = 0.0

    def backward(self):
        self.grad = 1.0
        for v in reversed(self.nodes()):
            v._chain()

    def __add__(self, other):
        other = _value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _chain():
            self.grad += 1.0 * out.grad
            other.grad += 1.0 * out.grad

        out._chain = _chain
        return out

    def __sub__(self, other):
        other = _value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _chain():
            self.grad += 1.0 * out.grad
            other.grad += -1.0 * out.grad

        out._chain = _chain
        return out

    def __mul__(self, other):
        other = _value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _chain():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._chain = _chain
        return out

    def __truediv__(self, other):
        other = _value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _chain():
            self.grad += (1.0 / other.data) * out.grad
            other.grad += (-self.data / other.data**2) * out.grad

        out._chain = _chain
        return out

    def __pow__(self, other):
        other = _value(other)
        out = Value(self.data**other.data, (self, other), "**")

        def _chain():
            self.grad += (other.data * self.data ** (other.data - 1)) * out.grad
            if self.data > 0:
                other.grad += (out.data * math.log(self.data)) * out.grad

        out._chain = _chain
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def _chain():
            self.grad += -1.0 * out.grad

        out._chain = _chain
        return out

    def __radd__(self, other): return _value(other) + self
    def __rsub__(self, other): return _value(other) - self
    def __rmul__(self, other): return _value(other) * self
    def __rtruediv__(self, other): return _value(other) / self
    def __rpow__(self, other): return _value(other) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _chain():
            self.grad += out.data * out.grad

        out._chain = _chain
        return out

    def log(self):
        out = Value(math.log(self.data), (self,), "log")

        def _chain():
            self.grad += (1.0 / self.data) * out.grad

        out._chain = _chain
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _chain():
            self.grad += (1.0 - out.data**2) * out.grad

        out._chain = _chain
        return out

    def sigmoid(self):
        out = Value(1.0 / (1.0 + math.exp(-self.data)), (self,), "sigmoid")

        def _chain():
            self.grad += (out.data * (1.0 - out.data)) * out.grad

        out._chain = _chain
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _chain():
            self.grad += (1.0 if self.data > 0 else 0.0) * out.grad

        out._chain = _chain
        return out


def _value(x):
    return x if isinstance(x, Value) else Value(x)
