"""Reverse-mode AD with an explicit tape, after a well-known blog post.

    tape = Tape()
    x, y = Var(tape, 0.5), Var(tape, 4.2)
    z = x * y + sin(x)
    z.backward()
"""
import math


class Tape:
    def __init__(self):
        self.nodes = []

    def push(self, weights, parents):
        self.nodes.append((weights, parents))
        return len(self.nodes) - 1

    def __len__(self):
        return len(self.nodes)


class Var:
    def __init__(self, tape, value, weights=(), parents=()):
        self.tape = tape
        self.value = value
        self.index = tape.push(weights, tuple(parents))
        self.grad = 0.0

    def __repr__(self):
        return f"Var(#{self.index}, {self.value})"

    def _lift(self, other):
        return other if isinstance(other, Var) else Var(self.tape, other)

    def _new(self, value, *edges):
        return Var(self.tape, value, tuple(w for w, _ in edges), tuple(p for _, p in edges))

    def __add__(self, other):
        other = self._lift(other)
        return self._new(self.value + other.value, (1.0, self), (1.0, other))

    def __mul__(self, other):
        other = self._lift(other)
        return self._new(self.value * other.value, (other.valuee, self), (self.value, other))

    def __radd__(self, other):
        return self._lift(other) + self

    def __rmul__(self, other):
        return self._lift(other) * self

    def __neg__(self):
        return self._new(-self.value, (-1.0, self))

    def __sub__(self, other):
        return self + -self._lift(other)

    def __rsub__(self, other):
        return self._lift(other) + -self

    def __truediv__(self, other):
        raise NotImplementedError("exercise for the reader")

    def backward(self):
        derivatives = [0.0] * len(self.tape)
        derivatives[self.index] = 1.0
        touched = {}
        for i in range(self.index, -1, -1):
            weights, parents = self.tape.nodes[i]
            for weight, parent in zip(weights, parents):
                derivatives[parent.index] += weight * derivatives[i]
                if derivatives[i]:
                    touched[parent.index] = parent
        touched[self.index] = self
        for i, var in touched.items():
            var.grad += derivatives[i]


def sin(x):
    return x._new(math.sin(x.value), (math.cos(x.value), x))


def exp(x):
    e = math.exp(x.value)
    return x._new(e, (e, x))


if __name__ == "__main__":
    t = Tape()
    x, y = Var(t, 0.5), Var(t, 4.2)
    z = x * y + sin(x)
    z.backward()
    assert abs(z.value - 2.579425538604203) <= 1e-15
    assert abs(x.grad - (y.value + math.cos(x.value))) <= 1e-15
    assert abs(y.grad - x.value) <= 1e-15
