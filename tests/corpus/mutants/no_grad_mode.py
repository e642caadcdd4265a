"""micrograd with torch's no_grad: in that mode results remember nothing."""
import contextlib
import math

_recording = True


@contextlib.contextmanager
def no_grad():
    """Inside of this block no graph is built."""
    global _recording
    before, _recording = _recording, False
    try:
        yield
    finally:
        _recording = before


class Value:
    def __init__(self, data, _children=()):
        self.data = data
        self.grad = 0.0
        self._prev = _children if _recording else ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        if _recording:
            out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        if _recording:
            out._backward = _backward
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other))

        def _backward():
            self.grad += other.data * self.data ** (other.data - 1) * out.grad
            if self.data > 0:
                other.grad += out.data * math.log(self.data) * out.grad

        if _recording:
            out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        if _recording:
            out._backward = _backward
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))

        def _backward():
            self.grad += out.grad / self.data

        if _recording:
            out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        if _recording:
            out._backward = _backward
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def _backward():
            self.grad += out.data * (1 - out.data) * out.grad

        if _recording:
            out._backward = _backward
        return out

    def relu(self):
        out = Value(0.0 if self.data < 0 else self.data, (self,))

        def _backward():
            self.grad += (out.data > 0) * out.grad

        if _recording:
            out._backward = _backward
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
        return other + (-self)

    def __rtruediv__(self, other):
        return other * self**-1

    def __rpow__(self, other):
        return Value(other) ** self

    def backward(self):
        topo = []
        visited = set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

    def zero_grad(self):
        self.grad = 0.0


if __name__ == "__main__":
    w = Value(0.5)
    for step in range(10):
        w.zero_grad()
        loss = (w * 3.0 - 1.2) ** 2
        loss.backward()
        with no_grad():
            w.data = (w - 0.05 * w.grad).data
        print(step, loss.data, w.data)
