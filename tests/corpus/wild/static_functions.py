import math


class Value(object):
    """In this version the functions are static: Value.exp(x), Value.tanh(x), Value.backward(loss)."""

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    @staticmethod
    def const(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.const(other)
        out = Value(self.data + other.data, (self, other))
        def _backward():
            self.grad = self.grad + out.grad
            other.grad = other.grad + out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.const(other)
        out = Value(self.data * other.data, (self, other))
        def _backward():
            self.grad = self.grad + out.grad * other.data
            other.grad = other.grad + out.grad * self.data
        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + Value.const(other) * -1

    def __radd__(self, other):
        return Value.const(other) + self

    def __rmul__(self, other):
        return Value.const(other) * self

    def __rsub__(self, other):
        return Value.const(other) - self

    def __neg__(self):
        return self * -1

    @staticmethod
    def exp(x):
        out = Value(math.exp(x.data), (x,))
        def _backward():
            x.grad = x.grad + out.data * out.grad
        out._backward = _backward
        return out

    @staticmethod
    def tanh(x):
        out = Value(math.tanh(x.data), (x,))
        def _backward():
            x.grad = x.grad + (1 - out.data * out.data) * out.grad
        out._backward = _backward
        return out

    @staticmethod
    def sigmoid(x):
        return 0.5 * (Value.tanh(0.5 * x) + 1)

    @classmethod
    def relu(cls, x):
        out = cls(x.data if x.data > 0 else 0.0, (x,))
        def _backward():
            x.grad = x.grad + (out.grad if x.data > 0 else 0.0)
        out._backward = _backward
        return out

    @staticmethod
    def _sorted(root):
        result = []
        marks = {}
        def visit(n):
            if marks.get(n) == 'done':
                return
            if marks.get(n) == 'open':
                raise ValueError('cycle')
            marks[n] = 'open'
            for m in n._prev:
                visit(m)
            marks[n] = 'done'
            result.append(n)
        visit(root)
        return result

    @staticmethod
    def backward(root):
        nodes = Value._sorted(root)
        root.grad = 1.0
        for n in reversed(nodes):
            if n._backward is not None:
                n._backward()


def demo():
    x = Value(0.3)
    y = Value.tanh(x * 2 + 1)
    Value.backward(y)
    print(y.data, x.grad)


demo()
