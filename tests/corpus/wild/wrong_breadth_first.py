import math
from collections import deque


class Scalar:
    """Autograd scalar; edges hold the local derivative."""

    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __repr__(self):
        return f'Scalar({self.data:.3f})'

    def __add__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        return Scalar(self.data * other.data, [(self, other.data), (other, self.data)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return self * -1 + other

    def tanh(self):
        t = math.tanh(self.data)
        return Scalar(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Scalar(e, [(self, e)])

    def backward(self):
        self.grad = 1.0
        queue = deque([self])
        seen = {self}
        while queue:
            node = queue.popleft()
            for parent, d in node.edges:
                parent.grad += d * node.grad
                if parent not in seen:
                    seen.add(parent)
                    queue.append(parent)


def test_simple():
    a, b, c = Scalar(2.0), Scalar(-3.0), Scalar(10.0)
    L = (a * b + c) * Scalar(-2.0)
    L.backward()
    assert (a.grad, b.grad, c.grad) == (6.0, -4.0, -2.0)


if __name__ == '__main__':
    test_simple()
    print('all tests passed')
