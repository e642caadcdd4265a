"""State is private; `data` and `grad` are properties that check what they are given."""
import math
from numbers import Real


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.__grad = 0.0
        self.__parents = tuple(parents)
        self.__push = None

    @property
    def data(self):
        return self.__data

    @data.setter
    def data(self, number):
        if not isinstance(number, Real):
            raise TypeError(f"a number is needed, not {type(number).__name__}")
        self.__data = float(number)

    @property
    def grad(self):
        """The derivative of the last output with respect to this node."""
        return self.__grad

    @grad.setter
    def grad(self, number):
        self.__grad = float(number)

    @property
    def parents(self):
        return self.__parents

    def __repr__(self):
        return f"Value(data={self.data!r}, grad={self.grad!r})"

    def __derive(self, data, parents, push):
        out = Value(data, parents)
        out.__push = push
        return out

    def __add__(self, other):
        other = as_value(other)

        def push(grad):
            self.grad += grad
            other.grad += grad

        return self.__derive(self.data + other.data, (self, other), push)

    def __sub__(self, other):
        other = as_value(other)

        def push(grad):
            self.grad += grad
            other.grad -= grad

        return self.__derive(self.data - other.data, (self, other), push)

    def __mul__(self, other):
        other = as_value(other)

        def push(grad):
            self.grad += other.data * grad
            other.grad += self.data * grad

        return self.__derive(self.data * other.data, (self, other), push)

    def __truediv__(self, other):
        other = as_value(other)

        def push(grad):
            self.grad += grad / other.data
            other.grad -= grad * self.data / other.data**2

        return self.__derive(self.data / other.data, (self, other), push)

    def __pow__(self, other):
        other = as_value(other)
        power = self.data**other.data

        def push(grad):
            self.grad += other.data * self.data ** (other.data - 1) * grad
            if self.data > 0:
                other.grad += power * math.log(self.data) * grad

        return self.__derive(power, (self, other), push)

    def __neg__(self):
        def push(grad):
            self.grad -= grad

        return self.__derive(-self.data, (self,), push)

    def exp(self):
        e = math.exp(self.data)

        def push(grad):
            self.grad += e * grad

        return self.__derive(e, (self,), push)

    def log(self):
        def push(grad):
            self.grad += grad / self.data

        return self.__derive(math.log(self.data), (self,), push)

    def tanh(self):
        t = math.tanh(self.data)

        def push(grad):
            self.grad += (1.0 - t * t) * grad

        return self.__derive(t, (self,), push)

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))

        def push(grad):
            self.grad += s * (1.0 - s) * grad

        return self.__derive(s, (self,), push)

    def relu(self):
        def push(grad):
            if self.data > 0:
                self.grad += grad

        return self.__derive(max(0.0, self.data), (self,), push)

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

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.__push is not None:
                node.__push(node.grad)

    def zero_grad(self):
        self.grad = 0.0


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
