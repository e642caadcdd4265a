"""Backprop as graph traversal (notes for my algorithms class)

Kahn's algorithm on the reversed edges: a node is ready when all its consumers *below the root*
have delivered.
"""
from collections import Counter, deque
from math import exp, log, tanh
from typing import Deque, Dict, Iterator


class Value:
    def __init__(self, data: float, deps=()):
        self.data = data
        self.grad = 0.0
        self.deps = deps  # ((value, local gradient), ...)

    def __repr__(self):
        return f"{type(self).__name__}({self.data})"

    def __iter__(self) -> Iterator["Value"]:
        """iterating over a value walks its graph, breadth first"""
        seen, queue = {id(self)}, deque([self])
        while queue:
            node = queue.popleft()
            yield node
            for dep, _ in node.deps:
                if id(dep) not in seen:
                    seen.add(id(dep))
                    queue.append(dep)

    def __len__(self):
        return sum(1 for _ in self)

    def __add__(self, rhs):
        rhs = val(rhs)
        return Value(self.data + rhs.data, ((self, 1), (rhs, 1)))

    def __sub__(self, rhs):
        rhs = val(rhs)
        return Value(self.data - rhs.data, ((self, 1), (rhs, -1)))

    def __mul__(self, rhs):
        rhs = val(rhs)
        return Value(self.data * rhs.data, ((self, rhs.data), (rhs, self.data)))

    def __truediv__(self, rhs):
        rhs = val(rhs)
        return Value(self.data / rhs.data, ((self, 1 / rhs.data), (rhs, -self.data / rhs.data ** 2)))

    def __pow__(self, n):
        assert not isinstance(n, Value)
        return Value(self.data ** n, ((self, n * self.data ** (n - 1)),))

    def __neg__(self):
        return 0 - self

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, lhs):
        return val(lhs) - self

    def __rtruediv__(self, lhs):
        return val(lhs) / self

    def exp(self):
        return Value(exp(self.data), ((self, exp(self.data)),))

    def log(self):
        return Value(log(self.data), ((self, 1 / self.data),))

    def tanh(self):
        return Value(tanh(self.data), ((self, 1 - tanh(self.data) ** 2),))

    def backward(self, gradient: float = 1.0) -> None:
        waiting = Counter(id(dep) for node in self for dep, _ in node.deps)
        received: Dict[int, float] = {id(self): gradient}
        ready: Deque[Value] = deque([self])
        while ready:
            node = ready.popleft()
            g = received.pop(id(node))
            node.grad += g
            for dep, local in node.deps:
                received[id(dep)] = received.get(id(dep), 0.0) + g * local
                waiting[id(dep)] -= 1
                if not waiting[id(dep)]:
                    ready.append(dep)


def val(x):
    return x if isinstance(x, Value) else Value(x)


def test_diamond():
    x = Value(3.0)
    y = x * x
    z = y + y * x
    z.backward()
    assert x.grad == 2 * 3 + 3 * 9
    assert len(z) == 4


def test_fan_out():
    x = Value(1.5)
    sum([x] * 10, Value(0)).backward()
    assert x.grad == 10


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
        print(name, "ok")
