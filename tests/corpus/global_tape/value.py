import math

# Wengert list: every operation is written down at the moment it is run.
# An entry is (result, pull); pull(g) hands the gradient g of the result on
# to the inputs. Reading the list backwards is a valid order for free!
TAPE = []


class Variable:

    def __init__(self, value, name=""):
        self.value = value
        self.grad = 0.0
        self.name = name
        self.start = len(TAPE)  # nothing before this entry can concern us
        self.end = len(TAPE)    # one past our own entry (leaves have none)

    def __str__(self):
        return f"{self.name or 'Variable'} = {self.value} (grad {self.grad})"

    def __add__(self, other):
        other = lift(other)

        def pull(g):
            self.grad += g
            other.grad += g

        return write_down(self.value + other.value, [self, other], pull)

    def __sub__(self, other):
        other = lift(other)

        def pull(g):
            self.grad += g
            other.grad += -g

        return write_down(self.value - other.value, [self, other], pull)

    def __mul__(self, other):
        other = lift(other)

        def pull(g):
            self.grad += g * other.value
            other.grad += g * self.value

        return write_down(self.value * other.value, [self, other], pull)

    def __truediv__(self, other):
        other = lift(other)
        q = self.value / other.value

        def pull(g):
            self.grad += g / other.value
            other.grad += -g * q / other.value

        return write_down(q, [self, other], pull)

    def __neg__(self):
        def pull(g):
            self.grad += -g

        return write_down(-self.value, [self], pull)

    def __pow__(self, other):
        if isinstance(other, Variable):
            # a**b = exp(b log a)
            return (self.log() * other).exp()

        def pull(g):
            self.grad += g * other * self.value ** (other - 1)

        return write_down(self.value ** other, [self], pull)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def exp(self):
        e = math.exp(self.value)

        def pull(g):
            self.grad += g * e

        return write_down(e, [self], pull)

    def log(self):
        def pull(g):
            self.grad += g / self.value

        return write_down(math.log(self.value), [self], pull)

    def tanh(self):
        t = math.tanh(self.value)

        def pull(g):
            self.grad += g * (1 - t ** 2)

        return write_down(t, [self], pull)

    def relu(self):
        def pull(g):
            if self.value > 0:
                self.grad += g

        return write_down(max(self.value, 0.0), [self], pull)

    def backward(self):
        entries = TAPE[self.start:self.end]
        # results start from zero, leaves keep what they have
        for result, _ in entries:
            result.grad = 0.0
        self.grad = 1.0
        for result, pull in reversed(entries):
            pull(result.grad)


def lift(x):
    return x if isinstance(x, Variable) else Variable(x)


def write_down(value, inputs, pull):
    result = Variable(value)
    result.start = min(v.start for v in inputs)
    TAPE.append((result, pull))
    result.end = len(TAPE)
    return result
