"""Autodiff in 60 lines: every operation is one line in a table.

The fit at the end takes a few minutes (pure Python!).
"""
import math
import random
from collections import namedtuple
from typing import TypeVar

T = TypeVar("T", bound="Value")
Rule = namedtuple("Rule", "forward partials")

BINARY = {
    "add": Rule(lambda a, b: a + b, lambda a, b, y: (1.0, 1.0)),
    "sub": Rule(lambda a, b: a - b, lambda a, b, y: (1.0, -1.0)),
    "mul": Rule(lambda a, b: a * b, lambda a, b, y: (b, a)),
    "truediv": Rule(lambda a, b: a / b, lambda a, b, y: (1 / b, -a / b ** 2)),
}
UNARY = {
    "neg": Rule(lambda a: -a, lambda a, y: (-1.0,)),
    "exp": Rule(math.exp, lambda a, y: (y,)),
    "log": Rule(math.log, lambda a, y: (1 / a,)),
    "tanh": Rule(math.tanh, lambda a, y: (1 - y * y,)),
    "sin": Rule(math.sin, lambda a, y: (math.cos(a),)),
    "relu": Rule(lambda a: max(a, 0.0), lambda a, y: (float(a > 0),)),
    "sigmoid": Rule(lambda a: 1 / (1 + math.exp(-a)), lambda a, y: (y * (1 - y),)),
}


class Value:
    def __init__(self, data, parents=(), partials=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    def __repr__(self):
        return f"Value({self.data:.3f})"

    def __pow__(self: T, n) -> T:
        return Value(self.data ** n, (self,), (n * self.data ** (n - 1),))

    def backward(self):
        order, seen = [], set()

        def dfs(v):
            if v in seen:
                return
            seen.add(v)
            for p in v.parents:
                dfs(p)
            order.append(v)

        dfs(self)
        self.grad = 1.0
        for v in reversed(order):
            for p, d in zip(v.parents, v.partials):
                p.grad += d * v.grad


def _lift(x):
    return x if isinstance(x, Value) else Value(x)


def _binary(rule, swapped=False):
    def method(self, other):
        a, b = _lift(self), _lift(other)
        if swapped:
            a, b = b, a
        y = rule.forward(a.data, b.data)
        return Value(y, (a, b), rule.partials(a.data, b.data, y))
    return method


def _unary(rule):
    def method(self):
        y = rule.forward(self.data)
        return Value(y, (self,), rule.partials(self.data, y))
    return method


for _name, _rule in BINARY.items():
    setattr(Value, f"__{_name}__", _binary(_rule))
    setattr(Value, f"__r{_name}__", _binary(_rule, swapped=True))
for _name, _rule in UNARY.items():
    setattr(Value, f"__{_name}__" if _name == "neg" else _name, _unary(_rule))

# ---------------------------------------------------------------------------
# fit a small network to sin(x)
# ---------------------------------------------------------------------------
random.seed(0)
H = 24
W1 = [Value(random.gauss(0, 1)) for _ in range(H)]
B1 = [Value(0.0) for _ in range(H)]
W2 = [Value(random.gauss(0, 1 / H)) for _ in range(H)]


def model(x):
    hidden = [(w * x + b).tanh() for w, b in zip(W1, B1)]
    return sum(w * h for w, h in zip(W2, hidden))


params = W1 + B1 + W2
history = []
for epoch in range(100_000):
    xs = [random.uniform(-3, 3) for _ in range(32)]
    loss = sum((model(x) - math.sin(x)) ** 2 for x in xs) / len(xs)
    for p in params:
        p.grad = 0.0
    loss.backward()
    for p in params:
        p.data -= 0.02 * p.grad
    history.append(loss.data)
    if epoch % 1000 == 0:
        print(epoch, loss)
