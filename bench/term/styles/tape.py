"""Every operation writes itself on a tape, which `backward()` reads from its end."""

from bench.term.styles._style import Mistake, Style
from grader.faults import Replace

_TEXT = """\
import math

tape = []  # (result, function that passes its gradient on), in the order in which they are computed


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.position = len(tape)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = as_value(other)

        def pull(g):
            self.grad += g
            other.grad += g

        return record(self.data + other.data, pull)

    def __sub__(self, other):
        other = as_value(other)

        def pull(g):
            self.grad += g
            other.grad += -g

        return record(self.data - other.data, pull)

    def __mul__(self, other):
        other = as_value(other)

        def pull(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return record(self.data * other.data, pull)

    def __truediv__(self, other):
        other = as_value(other)

        def pull(g):
            self.grad += g / other.data
            other.grad += -g * self.data / other.data**2

        return record(self.data / other.data, pull)

    def __pow__(self, other):
        other = as_value(other)
        p = self.data**other.data

        def pull(g):
            self.grad += g * other.data * self.data ** (other.data - 1)
            if self.data > 0:
                other.grad += g * p * math.log(self.data)

        return record(p, pull)

    def __neg__(self):
        def pull(g):
            self.grad += -g

        return record(-self.data, pull)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __rpow__(self, other):
        return as_value(other) ** self

    def tanh(self):
        t = math.tanh(self.data)

        def pull(g):
            self.grad += g * (1 - t**2)

        return record(t, pull)

    def exp(self):
        e = math.exp(self.data)

        def pull(g):
            self.grad += g * e

        return record(e, pull)

    def log(self):
        def pull(g):
            self.grad += g / self.data

        return record(math.log(self.data), pull)

    def relu(self):
        def pull(g):
            if self.data > 0:
                self.grad += g

        return record(max(self.data, 0.0), pull)

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))

        def pull(g):
            self.grad += g * s * (1 - s)

        return record(s, pull)

    def backward(self):
        entries = tape[: self.position + 1]
        for result, _ in entries:
            result.grad = 0.0
        self.grad = 1.0
        for result, pull in reversed(entries):
            pull(result.grad)

    def zero_grad(self):
        self.grad = 0.0


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, pull):
    result = Value(data)
    tape.append((result, pull))
    return result
"""

STYLE = Style(
    text=_TEXT,
    mistakes={
        Mistake("overwritten_gradient", "everywhere"): (Replace(".grad += ", ".grad = "),),
        Mistake("overwritten_gradient", "*"): (
            Replace("self.grad += g * other.data\n", "self.grad = g * other.data\n"),
            Replace("other.grad += g * self.data\n", "other.grad = g * self.data\n"),
        ),
        Mistake("seed_missing", "backward"): (Replace("        self.grad = 1.0\n", ""),),
        Mistake("forward_order", "backward"): (Replace("reversed(entries)", "entries"),),
        Mistake("sum_rule_in_product", "*"): (
            Replace("self.grad += g * other.data\n", "self.grad += g\n"),
            Replace("other.grad += g * self.data\n", "other.grad += g\n"),
        ),
        Mistake("wrong_sign", "-: right operand"): (
            Replace("            other.grad += -g\n", "            other.grad += g\n"),
        ),
        Mistake("power_rule", "**: no factor"): (
            Replace("g * other.data * self.data **", "g * self.data **"),
        ),
        Mistake("tanh_rule", "tanh: square lost"): (Replace("(1 - t**2)", "(1 - t)"),),
        Mistake("relu_rule", "relu: always open"): (
            Replace(
                "            if self.data > 0:\n                self.grad += g\n",
                "            self.grad += g\n",
            ),
        ),
        Mistake("reflected_missing", "+"): (Replace("def __radd__(", "def _radd("),),
    },
    share=8,
)
