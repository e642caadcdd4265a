"""Scalar autograd with encapsulation: data and grad cannot be assigned from outside."""
import math
import unittest


class Value:
    def __init__(self, data, children=(), backward_fn=None):
        self.__data = float(data)
        self.__grad = 0.0
        self.__children = tuple(children)
        self.__backward_fn = backward_fn

    @property
    def data(self):
        return self.__data

    @property
    def grad(self):
        """d root / d self, summed over all passes since the last zero_grad()"""
        return self.__grad

    @property
    def children(self):
        return self.__children

    def update(self, learning_rate):
        self.__data -= learning_rate * self.__grad

    def zero_grad(self):
        self.__grad = 0.0

    def __repr__(self):
        return 'Value(data={0.data:.4f}, grad={0.grad:.4f})'.format(self)

    @classmethod
    def _ensure(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self._ensure(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = self._ensure(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __pow__(self, n):
        x = self.data
        return Value(x ** n, (self,), lambda g: (g * n * x ** (n - 1),))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self._ensure(other)

    def __rsub__(self, other):
        return self._ensure(other) - self

    def __truediv__(self, other):
        return self * self._ensure(other) ** -1

    def __rtruediv__(self, other):
        return self._ensure(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t ** 2),))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    def backward(self):
        topo = []
        visited = set()

        def visit(v):
            if v not in visited:
                visited.add(v)
                for c in v.children:
                    visit(c)
                topo.append(v)

        visit(self)
        upstream = {v: 0.0 for v in topo}
        upstream[self] = 1.0
        for v in reversed(topo):
            v.__grad += upstream[v]
            if v.__backward_fn:
                for c, g in zip(v.__children, v.__backward_fn(upstream[v])):
                    upstream[c] += g


class ValueTest(unittest.TestCase):
    def test_grad_is_read_only(self):
        v = Value(1)
        with self.assertRaises(AttributeError):
            v.grad = 3

    def test_product_rule(self):
        a, b = Value(2), Value(3)
        (a * b + a).backward()
        self.assertEqual((a.grad, b.grad), (4, 2))

    def test_zero_grad(self):
        a = Value(2)
        (a * a).backward()
        a.zero_grad()
        self.assertEqual(a.grad, 0)


if __name__ == '__main__':
    unittest.main(verbosity=2)
