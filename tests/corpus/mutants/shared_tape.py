"""Reverse mode with an explicit tape: every value knows the tape on which it was computed."""
import math


class Tape:
    """The list of operations in the order in which they were executed."""

    def __init__(self):
        self.entries = []

    def record(self, output, inputs, vjp):
        self.entries.append((output, inputs, vjp))

    def clear(self):
        self.entries.clear()


DEFAULT_TAPE = Tape()


class Value:
    def __init__(self, data, tape=None):
        self.data = float(data)
        self.grad = 0.0
        self.tape = tape if tape is not None else DEFAULT_TAPE

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _lift(self, other):
        return other if isinstance(other, Value) else Value(other, self.tape)

    def _new(self, data, inputs, vjp):
        out = Value(data, self.tape)
        self.tape.record(out, inputs, vjp)
        return out

    def __add__(self, other):
        other = self._lift(other)
        return self._new(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = self._lift(other)
        return self._new(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = self._lift(other)
        return self._new(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = self._lift(other)
        return self._new(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * self.data / (other.data * other.data)),
        )

    def __pow__(self, other):
        if isinstance(other, Value):
            p = self.data ** other.data
            return self._new(
                p,
                (self, other),
                lambda g: (g * other.data * self.data ** (other.data - 1), g * p * math.log(self.data)),
            )
        return self._new(self.data ** other, (self,), lambda g: (g * other * self.data ** (other - 1),))

    def __neg__(self):
        return self._new(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return self._lift(other) + self

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rmul__(self, other):
        return self._lift(other) * self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    def __rpow__(self, other):
        return self._lift(other) ** self

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self,), lambda g: (g * e,))

    def log(self):
        return self._new(math.log(self.data), (self,), lambda g: (g / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self,), lambda g: (g * (1 - t * t),))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return self._new(s, (self,), lambda g: (g * s * (1 - s),))

    def relu(self):
        return self._new(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def zero_grad(self):
        self.grad = 0.0

    def backward(self):
        """Replay the tape from the last entry to the first.

        What this pass brings is collected apart, because a tape may hold other graphs, too.
        """
        arrived = {id(self): 1.0}
        touched = {id(self): self}
        for output, inputs, vjp in reversed(self.tape.entries):
            if id(output) not in arrived:
                continue
            for node, share in zip(inputs, vjp(arrived[id(output)])):
                arrived[id(node)] = arrived.get(id(node), 0.0) + share
                touched[id(node)] = node
        for key, node in touched.items():
            node.grad += arrived[key]


if __name__ == "__main__":
    tape = Tape()
    w, b = Value(0.1, tape), Value(0.0, tape)
    for step in range(20):
        tape.clear()
        loss = sum(((w * x + b - y) ** 2 for x, y in [(1.0, 2.0), (2.0, 4.1)]), Value(0.0, tape))
        w.zero_grad(), b.zero_grad()
        loss.backward()
        w.data -= 0.05 * w.grad
        b.data -= 0.05 * b.grad
        print(step, loss.data)
