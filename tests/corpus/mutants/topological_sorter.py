from __future__ import annotations

import math
from graphlib import TopologicalSorter


class Graph:
    def __init__(self):
        self.sources = {}
        self.rules = {}

    def add(self, node, sources, rule):
        self.sources[node] = sources
        self.rules[node] = rule

    def behind(self, root):
        found, todo = {}, [root]
        while todo:
            node = todo.pop()
            if node not in found:
                found[node] = self.sources.get(node, ())
                todo += found[node]
        return found


GRAPH = Graph()


class Value:
    def __init__(self, data: float):
        self.data = data
        self.grad = 0.0

    def __add__(self, other):
        return make(lambda a, b: a + b, lambda a, b, out: (1.0, 1.0), self, other)

    def __sub__(self, other):
        return make(lambda a, b: a - b, lambda a, b, out: (1.0, -1.0), self, other)

    def __mul__(self, other):
        return make(lambda a, b: a * b, lambda a, b, out: (b, a), self, other)

    def __truediv__(self, other):
        return make(lambda a, b: a / b, lambda a, b, out: (1 / b, -out / b), self, other)

    def __pow__(self, k: float):
        return make(lambda a: a ** k, lambda a, out: (k * a ** (k - 1),), self)

    def __neg__(self):
        return make(lambda a: -a, lambda a, out: (-1.0,), self)

    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self

    def exp(self):
        return make(math.exp, lambda a, out: (out,), self)

    def log(self):
        return make(math.log, lambda a, out: (1 / a,), self)

    def tanh(self):
        return make(math.tanh, lambda a, out: (1 - out * out,), self)

    def relu(self):
        return make(lambda a: max(a, 0.0), lambda a, out: (1.0 if a > 0 else 0.0,), self)

    def backward(self):
        self.grad = 1.0
        for node in reversed([*TopologicalSorter(GRAPH.behind(self)).static_order()]):
            if node in GRAPH.rules:
                for source, share in zip(GRAPH.sources[node], GRAPH.rules[node]()):
                    source.grad += share * node.grad


def make(forward, derivative, *operands):
    operands = [o if isinstance(o, Value) else Value(o) for o in operands]
    numbers = [o.data for o in operands]
    out = Value(forward(*numbers))
    GRAPH.add(out, operands, lambda: derivative(*numbers, out.data))
    return out
