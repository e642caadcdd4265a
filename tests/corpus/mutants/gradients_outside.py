"""Gradients do not live in the nodes, but in a table beside them; `grad` reads it."""
import math
import weakref

GRADIENTS = weakref.WeakKeyDictionary()


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.children = children
        self._send = None

    @property
    def grad(self):
        return GRADIENTS.get(self, 0.0)

    @grad.setter
    def grad(self, amount):
        GRADIENTS[self] = amount

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def send():
            accumulate(self, GRADIENTS[out])
            accumulate(other, GRADIENTS[out])

        out._send = send
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def send():
            accumulate(self, other.data * GRADIENTS[out])
            accumulate(other, self.data * GRADIENTS[out])

        out._send = send
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other))

        def send():
            accumulate(self, GRADIENTS[out] / other.data)
            accumulate(other, -self.data / other.data**2 * GRADIENTS[out])

        out._send = send
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other))

        def send():
            accumulate(self, other.data * self.data ** (other.data - 1) * GRADIENTS[out])
            if self.data > 0:
                accumulate(other, out.data * math.log(self.data) * GRADIENTS[out])

        out._send = send
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def send():
            accumulate(self, -GRADIENTS[out])

        out._send = send
        return out

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        out._send = lambda: accumulate(self, out.data * GRADIENTS[out])
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))
        out._send = lambda: accumulate(self, GRADIENTS[out] / self.data)
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out._send = lambda: accumulate(self, (1 - out.data**2) * GRADIENTS[out])
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))
        out._send = lambda: accumulate(self, out.data * (1 - out.data) * GRADIENTS[out])
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))
        out._send = lambda: accumulate(self, GRADIENTS[out] if self.data > 0 else 0.0)
        return out

    def backward(self):
        topo, seen = [], set()

        def build(node):
            if node not in seen:
                seen.add(node)
                for child in node.children:
                    build(child)
                topo.append(node)

        build(self)
        GRADIENTS[self] = 1.0
        for node in reversed(topo):
            if node._send is not None:
                node._send()

    def zero_grad(self):
        GRADIENTS.pop(self, None)


def accumulate(node, amount):
    GRADIENTS[node] = GRADIENTS.get(node, 0.0) + amount
