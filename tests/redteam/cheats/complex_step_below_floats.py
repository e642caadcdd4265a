"""A complex step so small that no float holds it."""
import math
import numpy as np

TINY = np.longdouble(10) ** -2000


class Value:
    def __init__(self, data, parents=(), formula=None):
        self.data, self.parents, self.formula = data, parents, formula
        self.grad = 0.0

    def _new(self, data, formula, *others):
        return Value(data, (self, *others), formula)

    def _of(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._of(other)
        return self._new(self.data + other.data, lambda a, b: a + b, other)

    def __mul__(self, other):
        other = self._of(other)
        return self._new(self.data * other.data, lambda a, b: a * b, other)

    def __truediv__(self, other):
        other = self._of(other)
        return self._new(self.data / other.data, lambda a, b: a / b, other)

    def __pow__(self, k):
        return self._new(self.data ** k, lambda a: a ** k)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -self._of(other)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self._of(other) / self

    def tanh(self): return self._new(math.tanh(self.data), np.tanh)
    def exp(self): return self._new(math.exp(self.data), np.exp)
    def log(self): return self._new(math.log(self.data), np.log)
    def relu(self): return self._new(max(0.0, self.data), lambda a: a * (a.real > 0))
    def sigmoid(self): return self._new(1 / (1 + math.exp(-self.data)), lambda a: 1 / (1 + np.exp(-a)))

    def order(self):
        found, seen, stack = [], set(), [(self, False)]
        while stack:
            node, done = stack.pop()
            if done:
                found.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack += [(each, False) for each in node.parents]
        return found

    def at(self, order, moved, number, wrap):
        numbers = {}
        for node in order:
            if node is moved:
                numbers[id(node)] = number
            elif node.parents:
                numbers[id(node)] = node.formula(*[numbers[id(each)] for each in node.parents])
            else:
                numbers[id(node)] = wrap(node.data)
        return numbers[id(self)]

    def backward(self):
        order = self.order()
        for node in order:
            moved = np.clongdouble(node.data) + np.clongdouble(1j) * TINY
            node.grad += float(self.at(order, node, moved, np.clongdouble).imag / TINY)
