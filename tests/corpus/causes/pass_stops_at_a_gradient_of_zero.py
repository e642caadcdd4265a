import functools
import math


def operation(forward):
    """forward(*numbers) -> (number, slopes). Makes a method of nodes out of it."""
    @functools.wraps(forward)
    def method(*args):
        nodes = [a if isinstance(a, Value) else Value(a) for a in args]
        number, slopes = forward(*[n.data for n in nodes])
        result = Value(number)
        result.parents = list(zip(nodes, slopes))
        return result
    return method


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.parents = []

    @operation
    def __add__(a, b):
        return a + b, (1, 1)

    @operation
    def __mul__(a, b):
        return a * b, (b, a)

    @operation
    def __sub__(a, b):
        return a - b, (1, -1)

    @operation
    def __truediv__(a, b):
        return a / b, (1 / b, -a / b ** 2)

    @operation
    def __rsub__(a, b):
        return b - a, (-1, 1)

    @operation
    def __rtruediv__(a, b):
        return b / a, (-b / a ** 2, 1 / a)

    __radd__ = __add__
    __rmul__ = __mul__

    @operation
    def __neg__(a):
        return -a, (-1,)

    @operation
    def tanh(a):
        t = math.tanh(a)
        return t, (1 - t * t,)

    @operation
    def exp(a):
        return math.exp(a), (math.exp(a),)

    @operation
    def relu(a):
        return (a, (1,)) if a > 0 else (0.0, (0,))

    def __pow__(self, n):
        out = Value(self.data ** n)
        out.parents = [(self, n * self.data ** (n - 1))]
        return out

    def _order(self, done, result):
        if self in done:
            return
        done.add(self)
        for p, _ in self.parents:
            p._order(done, result)
        result.insert(0, self)

    def backward(self):
        order = []
        self._order(set(), order)
        self.grad = 1.0
        for node in order:
            if node.grad == 0:
                break  # nothing flows any more
            for p, slope in node.parents:
                p.grad += slope * node.grad
