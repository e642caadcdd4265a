"""Design patterns homework: composite + visitor, applied to differentiation."""
from abc import ABC, abstractmethod
import math


class Expression(ABC):
    def __init__(self, value: float):
        self.value = value
        self.grad = 0.0

    @abstractmethod
    def backward(self, upstream: float = 1.0) -> None:
        """Add the upstream gradient to this node and send it on along every path."""

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Expression) else Constant(x)

    def __add__(self, other):
        return Add(self, self._wrap(other))

    def __radd__(self, other):
        return Add(self._wrap(other), self)

    def __sub__(self, other):
        return Add(self, Negate(self._wrap(other)))

    def __rsub__(self, other):
        return Add(self._wrap(other), Negate(self))

    def __mul__(self, other):
        return Multiply(self, self._wrap(other))

    def __rmul__(self, other):
        return Multiply(self._wrap(other), self)

    def __truediv__(self, other):
        return Divide(self, self._wrap(other))

    def __rtruediv__(self, other):
        return Divide(self._wrap(other), self)

    def __neg__(self):
        return Negate(self)

    def __pow__(self, exponent):
        return Power(self, exponent)

    def exp(self):
        return Exponential(self)

    def log(self):
        return Logarithm(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.value:.4f})"


class Constant(Expression):
    def __init__(self, x):
        super().__init__(float(x))

    def backward(self, upstream=1.0):
        self.grad += upstream


class Symbol(Expression):
    def __init__(self, x, name="x"):
        super().__init__(float(x))
        self.name = name

    def backward(self, upstream=1.0):
        self.grad += upstream


class Add(Expression):
    def __init__(self, a, b):
        super().__init__(a.value + b.value)
        self.a, self.b = a, b

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream)
        self.b.backward(upstream)


class Multiply(Expression):
    def __init__(self, a, b):
        super().__init__(a.value * b.value)
        self.a, self.b = a, b

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream * self.b.value)
        self.b.backward(upstream * self.a.value)


class Divide(Expression):
    def __init__(self, a, b):
        super().__init__(a.value / b.value)
        self.a, self.b = a, b

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream / self.b.value)
        self.b.backward(-upstream * self.a.value / self.b.value ** 2)


class Negate(Expression):
    def __init__(self, a):
        super().__init__(-a.value)
        self.a = a

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(-upstream)


class Power(Expression):
    def __init__(self, a, n):
        super().__init__(a.value ** n)
        self.a, self.n = a, n

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream * self.n * self.a.value ** (self.n - 1))


class Exponential(Expression):
    def __init__(self, a):
        super().__init__(math.exp(a.value))
        self.a = a

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream * self.value)


class Logarithm(Expression):
    def __init__(self, a):
        super().__init__(math.log(a.value))
        self.a = a

    def backward(self, upstream=1.0):
        self.grad += upstream
        self.a.backward(upstream / self.a.value)


if __name__ == "__main__":
    x, y = Symbol(2, "x"), Symbol(3, "y")
    f = (x * y + x.exp()) / y
    f.backward()
    print(f, x.grad, y.grad)
