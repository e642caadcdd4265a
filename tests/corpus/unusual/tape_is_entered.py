"""with Tape() as t: ...  t.gradient(out, [a, b])"""
import math


class Tape:
    current = None

    def __init__(self):
        self.ops = []

    def __enter__(self):
        Tape.current = self
        return self

    def __exit__(self, *exc):
        Tape.current = None

    def gradient(self, out, sources):
        grads = {id(out): 1.0}
        for result, pairs in reversed(self.ops):
            g = grads.get(id(result), 0.0)
            for node, d in pairs:
                grads[id(node)] = grads.get(id(node), 0.0) + d * g
        return [grads.get(id(s), 0.0) for s in sources]


class Variable:
    def __init__(self, value):
        self.value = float(value)

    def _record(self, value, *pairs):
        out = Variable(value)
        Tape.current.ops.append((out, pairs))
        return out

    def __add__(self, other):
        other = other if isinstance(other, Variable) else Variable(other)
        return self._record(self.value + other.value, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Variable) else Variable(other)
        return self._record(self.value * other.value, (self, other.value), (other, self.value))

    def __neg__(self):
        return self._record(-self.value, (self, -1.0))

    def __sub__(self, other):
        return self + (-other)

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.value)
        return self._record(t, (self, 1 - t * t))
