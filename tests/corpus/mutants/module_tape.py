"""A tape for the whole module. Each entry is one plain tuple: result, its inputs, the local slopes."""
import math

tape = []


class Var:
    def __init__(self, value):
        self.value = value
        self.grad = 0.0

    def __repr__(self):
        return f"Var({self.value:.6g})"

    def __add__(self, other):
        other = var(other)
        return record(self.value + other.value, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = var(other)
        return record(self.value - other.value, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = var(other)
        return record(self.value * other.value, (self, other), (other.value, self.value))

    def __truediv__(self, other):
        other = var(other)
        return record(self.value / other.value, (self, other),
                      (1 / other.value, -self.value / other.value ** 2))

    def __pow__(self, n):
        return record(self.value ** n, (self,), (n * self.value ** (n - 1),))

    def __neg__(self):
        return record(-self.value, (self,), (-1.0,))

    def __radd__(self, other):
        return var(other) + self

    def __rsub__(self, other):
        return var(other) - self

    def __rmul__(self, other):
        return var(other) * self

    def __rtruediv__(self, other):
        return var(other) / self

    def exp(self):
        e = math.exp(self.value)
        return record(e, (self,), (e,))

    def log(self):
        return record(math.log(self.value), (self,), (1 / self.value,))

    def tanh(self):
        t = math.tanh(self.value)
        return record(t, (self,), (1 - t * t,))

    def relu(self):
        return record(max(self.value, 0.0), (self,), (float(self.value > 0),))

    def backward(self):
        backward(self)


def var(x):
    return x if isinstance(x, Var) else Var(x)


def record(value, inputs, slopes):
    out = Var(value)
    tape.append((out, inputs, slopes))
    return out


def backward(root):
    """One sweep over the tape, newest entry first."""
    flow = {id(root): 1.0}
    root.grad += 1.0
    for out, inputs, slopes in reversed(tape):
        if id(out) not in flow:
            continue
        g = flow[id(out)]
        for v, slope in zip(inputs, slopes):
            flow[id(v)] = flow.get(id(v), 0.0) + g * slope
            v.grad += g * slope
