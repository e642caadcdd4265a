"""autograd with the conveniences I know from PyTorch: hooks, no_grad, retain_graph, clipping."""
from __future__ import annotations

import math
from contextlib import contextmanager
from typing import Callable

_grad_enabled = True


@contextmanager
def no_grad():
    global _grad_enabled
    before, _grad_enabled = _grad_enabled, False
    try:
        yield
    finally:
        _grad_enabled = before


class Value:
    def __init__(self, data, _prev=(), _op="", requires_grad=True):
        self.data = data
        self.grad = 0.0
        self.requires_grad = requires_grad
        self._op = _op
        self._prev = _prev if _grad_enabled else ()
        self._backward: Callable[[], None] | None = None
        self._hooks: list[Callable[[float], float | None]] = []

    def __repr__(self):
        tail = f", op={self._op}" if self._op else ""
        return f"Value({self.data}{tail})"

    def register_hook(self, hook):
        self._hooks.append(hook)
        return lambda: self._hooks.remove(hook)

    def detach(self):
        return Value(self.data, requires_grad=False)

    def item(self):
        return self.data

    def zero_grad(self):
        self.grad = 0.0

    @staticmethod
    def _coerce(x):
        return x if isinstance(x, Value) else Value(x, requires_grad=False)

    def _result(self, data, op, *inputs):
        """inputs: (value, function from upstream to gradient)"""
        live = [(v, f) for v, f in inputs if v.requires_grad]
        out = Value(data, tuple(v for v, _ in live), op, requires_grad=bool(live))
        if live and _grad_enabled:
            def _backward():
                for v, f in live:
                    v.grad += f(out.grad)
            out._backward = _backward
        return out

    def __add__(self, other):
        other = self._coerce(other)
        return self._result(self.data + other.data, "+", (self, lambda g: g), (other, lambda g: g))

    def __mul__(self, other):
        other = self._coerce(other)
        return self._result(self.data * other.data, "*",
                            (self, lambda g: g * other.data), (other, lambda g: g * self.data))

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError("exponent must be a number")
        return self._result(self.data ** n, f"**{n}", (self, lambda g: g * n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, "tanh", (self, lambda g: g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, "exp", (self, lambda g: g * e))

    def log(self):
        return self._result(math.log(self.data), "log", (self, lambda g: g / self.data))

    def relu(self):
        return self._result(max(0.0, self.data), "relu", (self, lambda g: g if self.data > 0 else 0.0))

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return (-self) + other
    def __truediv__(self, other): return self * self._coerce(other) ** -1
    def __rtruediv__(self, other): return other * self ** -1

    def backward(self, gradient=None, retain_graph=False, clip=None):
        if not self.requires_grad:
            raise RuntimeError("this value does not require grad")
        if self._op and self._backward is None:
            raise RuntimeError("Trying to backward through the graph a second time. "
                               "Specify retain_graph=True the first time.")
        topo, seen = [], set()

        def build(v):
            if id(v) in seen:
                return
            seen.add(id(v))
            for p in v._prev:
                build(p)
            topo.append(v)

        build(self)
        self.grad = 1.0 if gradient is None else gradient
        for v in reversed(topo):
            for hook in v._hooks:
                new = hook(v.grad)
                if new is not None:
                    v.grad = new
            if clip is not None:
                v.grad = max(-clip, min(clip, v.grad))
            if v._backward is not None:
                v._backward()
        if not retain_graph:
            for v in topo:
                v._backward = None


if __name__ == "__main__":
    a = Value(3.0)
    seen = []
    a.register_hook(seen.append)
    (a * a + a).backward()
    print(a.grad, seen)
    with no_grad():
        print(a * 2)
