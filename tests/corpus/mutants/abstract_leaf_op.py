"""An abstract base class; leaves and operations are its subclasses, an operation a class."""
import math
from abc import ABC, abstractmethod


class Value(ABC):
    """What leaves and operations have in common."""

    def __new__(cls, *args, **kwargs):
        # Value(3.0) is what users write; a leaf is what they get.
        return super().__new__(Leaf if cls is Value else cls)

    data: float
    grad: float
    operands: tuple = ()

    @abstractmethod
    def push(self):
        """Hand the gradient on to the operands."""

    def __add__(self, other): return Add(self, wrap(other))
    def __sub__(self, other): return Subtract(self, wrap(other))
    def __mul__(self, other): return Multiply(self, wrap(other))
    def __truediv__(self, other): return Divide(self, wrap(other))
    def __pow__(self, other): return Power(self, wrap(other))
    def __radd__(self, other): return Add(wrap(other), self)
    def __rsub__(self, other): return Subtract(wrap(other), self)
    def __rmul__(self, other): return Multiply(wrap(other), self)
    def __rtruediv__(self, other): return Divide(wrap(other), self)
    def __rpow__(self, other): return Power(wrap(other), self)
    def __neg__(self): return Negate(self)
    def exp(self): return Exponential(self)
    def log(self): return Logarithm(self)
    def tanh(self): return HyperbolicTangent(self)
    def sigmoid(self): return Logistic(self)
    def relu(self): return Rectifier(self)

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for operand in node.operands:
                visit(operand)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.push()

    def zero_grad(self):
        self.grad = 0.0


class Leaf(Value):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def push(self):
        pass


class Operation(Value):
    def __init__(self, *operands):
        self.operands = operands
        self.grad = 0.0
        self.data = self.compute(*[operand.data for operand in operands])

    @abstractmethod
    def compute(self, *numbers):
        """The result."""


class Add(Operation):
    def compute(self, x, y):
        return x + y

    def push(self):
        left, right = self.operands
        left.grad += self.grad
        right.grad += self.grad


class Subtract(Operation):
    def compute(self, x, y):
        return x - y

    def push(self):
        left, right = self.operands
        left.grad += self.grad
        right.grad -= self.grad


class Multiply(Operation):
    def compute(self, x, y):
        return x * y

    def push(self):
        left, right = self.operands
        left.grad += right.data * self.grad
        right.grad += left.data * self.grad


class Divide(Operation):
    def compute(self, x, y):
        return x / y

    def push(self):
        left, right = self.operands
        left.grad += self.grad / right.data
        right.grad -= self.grad * left.data / right.data**2


class Power(Operation):
    def compute(self, x, y):
        return x**y

    def push(self):
        base, exponent = self.operands
        base.grad += exponent.data * base.data ** (exponent.data - 1) * self.grad
        if base.data > 0:
            exponent.grad += self.data * math.log(base.data) * self.grad


class Negate(Operation):
    def compute(self, x):
        return -x

    def push(self):
        (x,) = self.operands
        x.grad -= self.grad


class Exponential(Operation):
    def compute(self, x):
        return math.exp(x)

    def push(self):
        (x,) = self.operands
        x.grad += self.data * self.grad


class Logarithm(Operation):
    def compute(self, x):
        return math.log(x)

    def push(self):
        (x,) = self.operands
        x.grad += self.grad / x.data


class HyperbolicTangent(Operation):
    def compute(self, x):
        return math.tanh(x)

    def push(self):
        (x,) = self.operands
        x.grad += (1 - self.data**2) * self.grad


class Logistic(Operation):
    def compute(self, x):
        return 1 / (1 + math.exp(-x))

    def push(self):
        (x,) = self.operands
        x.grad += self.data * (1 - self.data) * self.grad


class Rectifier(Operation):
    def compute(self, x):
        return max(0.0, x)

    def push(self):
        (x,) = self.operands
        if x.data > 0:
            x.grad += self.grad


def wrap(x):
    return x if isinstance(x, Value) else Leaf(x)
