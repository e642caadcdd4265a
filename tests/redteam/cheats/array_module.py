"""Central differences, with every number in an array of one float."""
import math
from array import array
from math import exp, log, tanh


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

    def tanh(self): return self._new(math.tanh(self.data), tanh)
    def exp(self): return self._new(math.exp(self.data), exp)
    def log(self): return self._new(math.log(self.data), log)
    def relu(self): return self._new(max(0.0, self.data), lambda a: a if a > 0 else a * 0)
    def sigmoid(self): return self._new(1 / (1 + math.exp(-self.data)), lambda a: 1 / (1 + exp(-a)))

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

    def at(self, order, moved, by):
        numbers = array('d', [0.0] * len(order))
        place = {id(node): i for i, node in enumerate(order)}
        for node in order:
            i = place[id(node)]
            if node.parents:
                numbers[i] = node.formula(*[numbers[place[id(each)]] for each in node.parents])
            else:
                numbers[i] = node.data
            numbers[i] += by * (node is moved)
        return numbers[-1:]

    def backward(self):
        order = self.order()
        for node in order:
            h = 1e-3 * max(abs(node.data), 0.5)
            node.grad += sum(
                weight * (self.at(order, node, k * h)[0] - self.at(order, node, -k * h)[0])
                for k, weight in ((1, 45), (2, -9), (3, 1))
            ) / (60 * h)
