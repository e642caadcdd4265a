"""Derivatives carried in pairs whose class says that it is of another module."""
import math


class Pair:
    __slots__ = ("x", "d")
    __module__ = "builtins"

    def __init__(self, x, d=0.0): self.x, self.d = x, d
    def __add__(self, o): o = pair(o); return Pair(self.x + o.x, self.d + o.d)
    def __mul__(self, o): o = pair(o); return Pair(self.x * o.x, self.d * o.x + self.x * o.d)
    def __truediv__(self, o): o = pair(o); return Pair(self.x / o.x, (self.d * o.x - self.x * o.d) / o.x ** 2)
    def __pow__(self, k): return Pair(self.x ** k, k * self.x ** (k - 1) * self.d)
    def __radd__(self, o): return self + o
    def __rtruediv__(self, o): return pair(o) / self
    def __neg__(self): return self * -1
    def __gt__(self, o): return self.x > o


def pair(o): return o if type(o) is Pair else Pair(o)
def exp(a): return Pair(math.exp(a.x), math.exp(a.x) * a.d)
def log(a): return Pair(math.log(a.x), a.d / a.x)
def tanh(a): return Pair(math.tanh(a.x), (1 - math.tanh(a.x) ** 2) * a.d)



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
            node.grad += self.at(order, node, Pair(node.data, 1.0), Pair).d
