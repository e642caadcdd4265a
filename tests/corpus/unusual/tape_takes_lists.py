"""Tape-based autodiff. Operations are methods of the tape and take lists of nodes."""
import math


class Number:
    def __init__(self, value):
        self.value = value
        self.grad = 0.0


class Tape:
    def __init__(self):
        self.records = []

    def _push(self, value, inputs, partials):
        out = Number(value)
        self.records.append((out, inputs, partials))
        return out

    def add(self, nodes):
        return self._push(sum(n.value for n in nodes), nodes, [1.0] * len(nodes))

    def multiply(self, nodes):
        a, b = nodes
        return self._push(a.value * b.value, nodes, [b.value, a.value])

    def subtract(self, nodes):
        a, b = nodes
        return self._push(a.value - b.value, nodes, [1.0, -1.0])

    def exp(self, nodes):
        (a,) = nodes
        e = math.exp(a.value)
        return self._push(e, nodes, [e])

    def backward(self, out):
        out.grad = 1.0
        for node, inputs, partials in reversed(self.records):
            for i, p in zip(inputs, partials):
                i.grad += p * node.grad


tape = Tape()
x, y = Number(3.0), Number(5.0)
z = tape.add([tape.multiply([x, y]), x])
tape.backward(z)
print(x.grad, y.grad)
