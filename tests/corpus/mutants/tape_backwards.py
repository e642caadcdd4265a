"""One tape for the whole module. Nodes that the output does not need have gradient 0 and pass on 0."""
import math

tape = []


class Var:
    """A variable; its constructor writes nothing on the tape, operations do."""

    def __init__(self, value):
        self.value = value
        self.grad = 0.0
        self.adjoint = 0.0

    def __repr__(self):
        return f"Var({self.value}, grad={self.grad})"

    def __add__(self, other):
        other = var(other)
        out = Var(self.value + other.value)

        def back():
            self.adjoint += out.adjoint
            other.adjoint += out.adjoint

        tape.append((out, (self, other), back))
        return out

    def __sub__(self, other):
        other = var(other)
        out = Var(self.value - other.value)

        def back():
            self.adjoint += out.adjoint
            other.adjoint -= out.adjoint

        tape.append((out, (self, other), back))
        return out

    def __mul__(self, other):
        other = var(other)
        out = Var(self.value * other.value)

        def back():
            self.adjoint += other.value * out.adjoint
            other.adjoint += self.value * out.adjoint

        tape.append((out, (self, other), back))
        return out

    def __truediv__(self, other):
        other = var(other)
        out = Var(self.value / other.value)

        def back():
            self.adjoint += out.adjoint / other.value
            other.adjoint -= out.adjoint * self.value / other.value**2

        tape.append((out, (self, other), back))
        return out

    def __pow__(self, other):
        other = var(other)
        out = Var(self.value**other.value)

        def back():
            self.adjoint += other.value * self.value ** (other.value - 1) * out.adjoint
            if self.value > 0:
                other.adjoint += out.value * math.log(self.value) * out.adjoint

        tape.append((out, (self, other), back))
        return out

    def __neg__(self):
        out = Var(-self.value)

        def back():
            self.adjoint -= out.adjoint

        tape.append((out, (self,), back))
        return out

    def exp(self):
        out = Var(math.exp(self.value))

        def back():
            self.adjoint += out.value * out.adjoint

        tape.append((out, (self,), back))
        return out

    def log(self):
        out = Var(math.log(self.value))

        def back():
            self.adjoint += out.adjoint / self.value

        tape.append((out, (self,), back))
        return out

    def tanh(self):
        out = Var(math.tanh(self.value))

        def back():
            self.adjoint += (1 - out.value**2) * out.adjoint

        tape.append((out, (self,), back))
        return out

    def sigmoid(self):
        out = Var(1 / (1 + math.exp(-self.value)))

        def back():
            self.adjoint += out.value * (1 - out.value) * out.adjoint

        tape.append((out, (self,), back))
        return out

    def relu(self):
        out = Var(max(0.0, self.value))

        def back():
            if self.value > 0:
                self.adjoint += out.adjoint

        tape.append((out, (self,), back))
        return out

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return var(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return var(other) / self

    def __rpow__(self, other):
        return var(other) ** self

    def backward(self):
        nodes = {id(self): self}
        for out, inputs, _ in tape:
            for each in (out, *inputs):
                nodes[id(each)] = each
        for each in nodes.values():
            each.adjoint = 0.0
        self.adjoint = 1.0
        for _, _, back in reversed(list(tape)):
            back()
        for each in nodes.values():
            each.grad += each.adjoint

    def zero_grad(self):
        self.grad = 0.0


def var(x):
    return x if isinstance(x, Var) else Var(x)
