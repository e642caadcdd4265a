"""Operators are chosen by the type of the other operand, with functools.singledispatchmethod."""
import math
from functools import singledispatchmethod


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.pull = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return self._add(other)

    def __sub__(self, other):
        return self._add(-other)

    def __mul__(self, other):
        return self._mul(other)

    def __truediv__(self, other):
        return self._mul(other**-1)

    def __pow__(self, other):
        return self._pow(other)

    def __neg__(self):
        return self._mul(-1.0)

    def __radd__(self, other):
        return self._add(other)

    def __rsub__(self, other):
        return (-self)._add(other)

    def __rmul__(self, other):
        return self._mul(other)

    def __rtruediv__(self, other):
        return self._pow(-1)._mul(other)

    def __rpow__(self, other):
        return Value(other)._pow(self)

    # --- one version for numbers, one for values -------------------------------------

    @singledispatchmethod
    def _add(self, other):
        raise TypeError(f"cannot add {type(other).__name__} to a Value")

    @_add.register(int)
    @_add.register(float)
    def _(self, other):
        out = Value(self.data + other, (self,))

        def pull():
            self.grad += out.grad

        out.pull = pull
        return out

    @singledispatchmethod
    def _mul(self, other):
        raise TypeError(f"cannot multiply a Value by {type(other).__name__}")

    @_mul.register(int)
    @_mul.register(float)
    def _(self, other):
        out = Value(self.data * other, (self,))

        def pull():
            self.grad += other * out.grad

        out.pull = pull
        return out

    @singledispatchmethod
    def _pow(self, other):
        raise TypeError(f"cannot raise a Value to {type(other).__name__}")

    @_pow.register(int)
    @_pow.register(float)
    def _(self, other):
        out = Value(self.data**other, (self,))

        def pull():
            self.grad += other * self.data ** (other - 1) * out.grad

        out.pull = pull
        return out

    # --- functions -------------------------------------------------------------------

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def pull():
            self.grad += out.data * out.grad

        out.pull = pull
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))

        def pull():
            self.grad += out.grad / self.data

        out.pull = pull
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def pull():
            self.grad += (1 - out.data**2) * out.grad

        out.pull = pull
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def pull():
            self.grad += out.data * (1 - out.data) * out.grad

        out.pull = pull
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def pull():
            self.grad += (out.data > 0) * out.grad

        out.pull = pull
        return out

    # --- backward --------------------------------------------------------------------

    def backward(self):
        topo, visited = [], set()

        def build(v):
            if v in visited:
                return
            visited.add(v)
            for parent in v.parents:
                build(parent)
            topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v.pull()

    def zero_grad(self):
        self.grad = 0.0


# The class has to exist before it can be registered as a type.

@Value._add.register(Value)
def _(self, other):
    out = Value(self.data + other.data, (self, other))

    def pull():
        self.grad += out.grad
        other.grad += out.grad

    out.pull = pull
    return out


@Value._mul.register(Value)
def _(self, other):
    out = Value(self.data * other.data, (self, other))

    def pull():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out.pull = pull
    return out


@Value._pow.register(Value)
def _(self, other):
    out = Value(self.data**other.data, (self, other))

    def pull():
        self.grad += other.data * self.data ** (other.data - 1) * out.grad
        if self.data > 0:
            other.grad += out.data * math.log(self.data) * out.grad

    out.pull = pull
    return out
