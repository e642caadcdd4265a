from __future__ import annotations
import math
from typing import Callable, List, Tuple, Union

Number = Union[int, float]


class Node:
    def __init__(self, value: Number, parents: Tuple[Node, ...] = (), rule: Callable = None):
        self.value = value
        self.adjoint = 0.0
        self.parents = parents
        self.rule = rule
        # a node is one deeper than its deepest parent
        self.depth = 1 + max((p.depth for p in parents), default=-1)

    def __add__(self, other): return add(self, other)
    def __radd__(self, other): return add(other, self)
    def __sub__(self, other): return sub(self, other)
    def __rsub__(self, other): return sub(other, self)
    def __mul__(self, other): return mul(self, other)
    def __rmul__(self, other): return mul(other, self)
    def __truediv__(self, other): return div(self, other)
    def __rtruediv__(self, other): return div(other, self)
    def __pow__(self, n): return power(self, n)
    def __neg__(self): return neg(self)
    def tanh(self): return tanh(self)
    def exp(self): return exp(self)
    def relu(self): return relu(self)
    def log(self): return log(self)

    def backward(self):
        run_backward(self)


def as_node(x: Union[Node, Number]) -> Node:
    return x if isinstance(x, Node) else Node(x)


def add(a, b) -> Node:
    a, b = as_node(a), as_node(b)

    def rule(g):
        a.adjoint += g
        b.adjoint += g

    return Node(a.value + b.value, (a, b), rule)


def sub(a, b) -> Node:
    a, b = as_node(a), as_node(b)

    def rule(g):
        a.adjoint += g
        b.adjoint -= g

    return Node(a.value - b.value, (a, b), rule)


def mul(a, b) -> Node:
    a, b = as_node(a), as_node(b)

    def rule(g):
        a.adjoint += g * b.value
        b.adjoint += g * a.value

    return Node(a.value * b.value, (a, b), rule)


def div(a, b) -> Node:
    a, b = as_node(a), as_node(b)

    def rule(g):
        a.adjoint += g / b.value
        b.adjoint -= g * a.value / b.value ** 2

    return Node(a.value / b.value, (a, b), rule)


def power(a, n) -> Node:
    def rule(g):
        a.adjoint += g * n * a.value ** (n - 1)

    return Node(a.value ** n, (a,), rule)


def neg(a) -> Node:
    def rule(g):
        a.adjoint -= g

    return Node(-a.value, (a,), rule)


def tanh(a) -> Node:
    t = math.tanh(a.value)

    def rule(g):
        a.adjoint += g * (1 - t ** 2)

    return Node(t, (a,), rule)


def exp(a) -> Node:
    e = math.exp(a.value)

    def rule(g):
        a.adjoint += g * e

    return Node(e, (a,), rule)


def relu(a) -> Node:
    def rule(g):
        a.adjoint += g * (a.value > 0)

    return Node(max(0, a.value), (a,), rule)


def log(a) -> Node:
    def rule(g):
        a.adjoint += g / a.value

    return Node(math.log(a.value), (a,), rule)


def graph_of(root: Node) -> List[Node]:
    found, stack = {id(root): root}, [root]
    while stack:
        for p in stack.pop().parents:
            if id(p) not in found:
                found[id(p)] = p
                stack.append(p)
    return list(found.values())


def run_backward(root: Node) -> None:
    nodes = sorted(graph_of(root), key=lambda n: n.depth, reverse=True)
    root.adjoint = 1.0
    for n in nodes:
        if n.rule is not None:
            n.rule(n.adjoint)
