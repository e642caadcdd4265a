"""A Wengert list, as in the autodiff chapter of the lecture notes.

Operations are written on the innermost active tape; there is always the default one.

>>> x = Var(3.0)
>>> y = x * x + x
>>> y.backward()
>>> x.grad
7.0
"""
import doctest
import math
from typing import Callable, List, NamedTuple


class Entry(NamedTuple):
    out: "Var"
    inputs: tuple
    pullback: Callable


class Tape:
    _stack: List["Tape"] = []

    def __init__(self):
        self.entries: List[Entry] = []

    def __enter__(self):
        Tape._stack.append(self)
        return self

    def __exit__(self, *exc):
        Tape._stack.pop()
        return False

    @classmethod
    def current(cls):
        return cls._stack[-1]

    def record(self, out, inputs, pullback):
        self.entries.append(Entry(out, inputs, pullback))

    def reset(self):
        self.entries.clear()


Tape._stack.append(Tape())  # the default tape


class Var:
    __slots__ = ("value", "grad", "__weakref__")

    def __init__(self, value):
        self.value = float(value)
        self.grad = 0.0

    def __repr__(self):
        return f"Var({self.value:.6g}, grad={self.grad:.6g})"

    @staticmethod
    def lift(x):
        return x if isinstance(x, Var) else Var(x)

    def _emit(self, value, inputs, pullback):
        out = Var(value)
        Tape.current().record(out, inputs, pullback)
        return out

    def __add__(self, o):
        o = Var.lift(o)
        return self._emit(self.value + o.value, (self, o), lambda g: (g, g))

    __radd__ = __add__

    def __mul__(self, o):
        o = Var.lift(o)
        return self._emit(self.value * o.value, (self, o), lambda g: (g * o.value, g * self.value))

    __rmul__ = __mul__

    def __neg__(self):
        return self._emit(-self.value, (self,), lambda g: (-g,))

    def __sub__(self, o):
        return self + (-Var.lift(o))

    def __rsub__(self, o):
        return Var.lift(o) - self

    def __truediv__(self, o):
        o = Var.lift(o)
        q = self.value / o.value
        return self._emit(q, (self, o), lambda g: (g / o.value, -g * q / o.value))

    def __rtruediv__(self, o):
        return Var.lift(o) / self

    def __pow__(self, n):
        if isinstance(n, Var):
            r = self.value ** n.value
            return self._emit(r, (self, n), lambda g: (
                g * n.value * self.value ** (n.value - 1),
                g * r * math.log(self.value),
            ))
        return self._emit(self.value ** n, (self,), lambda g: (g * n * self.value ** (n - 1),))

    def __rpow__(self, base):
        return Var.lift(base) ** self

    def backward(self):
        """Play the tape backwards from here. The tape is left as it is."""
        tape = Tape.current()
        adj = {id(self): 1.0}
        for entry in reversed(tape.entries):
            g = adj.get(id(entry.out))
            if g is None:
                continue
            for v, gv in zip(entry.inputs, entry.pullback(g)):
                adj[id(v)] = adj.get(id(v), 0.0) + gv
        done = set()
        for entry in tape.entries:
            for v in (*entry.inputs, entry.out):
                if id(v) in adj and id(v) not in done:
                    done.add(id(v))
                    v.grad += adj[id(v)]


def exp(x):
    x = Var.lift(x)
    e = math.exp(x.value)
    return x._emit(e, (x,), lambda g: (g * e,))


def log(x):
    x = Var.lift(x)
    return x._emit(math.log(x.value), (x,), lambda g: (g / x.value,))


def tanh(x):
    x = Var.lift(x)
    t = math.tanh(x.value)
    return x._emit(t, (x,), lambda g: (g * (1 - t * t),))


def relu(x):
    x = Var.lift(x)
    return x._emit(max(x.value, 0.0), (x,), lambda g: (g if x.value > 0 else 0.0,))


if __name__ == "__main__":
    doctest.testmod(verbose=True)
    with Tape() as tape:
        a, b = Var(2), Var(3)
        c = tanh(a * b) - exp(-a) / b
        c.backward()
        print(a, b, len(tape.entries))
