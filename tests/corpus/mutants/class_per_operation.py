"""Every operation is a class of its own, which remembers what its derivative needs."""
import math


class Operation:
    """Base class: computes on numbers, then tells what each input receives."""

    def __init__(self, *inputs):
        self.inputs = inputs

    def __call__(self):
        return Value(self.forward(*[node.data for node in self.inputs]), creator=self)

    def forward(self, *numbers):
        raise NotImplementedError

    def backward(self, grad):
        raise NotImplementedError


class Add(Operation):
    def forward(self, x, y):
        return x + y

    def backward(self, grad):
        return grad, grad


class Sub(Operation):
    def forward(self, x, y):
        return x - y

    def backward(self, grad):
        return grad, -grad


class Mul(Operation):
    def forward(self, x, y):
        self.x, self.y = x, y
        return x * y

    def backward(self, grad):
        return grad * self.y, grad * self.x


class Div(Operation):
    def forward(self, x, y):
        self.x, self.y = x, y
        return x / y

    def backward(self, grad):
        return grad / self.y, -grad * self.x / self.y**2


class Pow(Operation):
    def forward(self, x, y):
        self.x, self.y, self.out = x, y, x**y
        return self.out

    def backward(self, grad):
        by_exponent = grad * self.out * math.log(self.x) if self.x > 0 else 0.0
        return grad * self.y * self.x ** (self.y - 1), by_exponent


class Neg(Operation):
    def forward(self, x):
        return -x

    def backward(self, grad):
        return (-grad,)


class Exp(Operation):
    def forward(self, x):
        self.out = math.exp(x)
        return self.out

    def backward(self, grad):
        return (grad * self.out,)


class Log(Operation):
    def forward(self, x):
        self.x = x
        return math.log(x)

    def backward(self, grad):
        return (grad / self.x,)


class Tanh(Operation):
    def forward(self, x):
        self.out = math.tanh(x)
        return self.out

    def backward(self, grad):
        return (grad * (1 - self.out**2),)


class Sigmoid(Operation):
    def forward(self, x):
        self.out = 1 / (1 + math.exp(-x))
        return self.out

    def backward(self, grad):
        return (grad * self.out * (1 - self.out),)


class Relu(Operation):
    def forward(self, x):
        self.is_on = x > 0
        return x if self.is_on else 0.0

    def backward(self, grad):
        return (grad if self.is_on else 0.0,)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, creator=None):
        self.data = data
        self.grad = 0.0
        self.creator = creator

    def __add__(self, other):
        return Add(self, to_value(other))()

    def __sub__(self, other):
        return Sub(self, to_value(other))()

    def __mul__(self, other):
        return Mul(self, to_value(other))()

    def __truediv__(self, other):
        return Div(self, to_value(other))()

    def __pow__(self, other):
        return Pow(self, to_value(other))()

    def __radd__(self, other):
        return Add(to_value(other), self)()

    def __rsub__(self, other):
        return Sub(to_value(other), self)()

    def __rmul__(self, other):
        return Mul(to_value(other), self)()

    def __rtruediv__(self, other):
        return Div(to_value(other), self)()

    def __rpow__(self, other):
        return Pow(to_value(other), self)()

    def __neg__(self):
        return Neg(self)()

    def exp(self):
        return Exp(self)()

    def log(self):
        return Log(self)()

    def tanh(self):
        return Tanh(self)()

    def sigmoid(self):
        return Sigmoid(self)()

    def relu(self):
        return Relu(self)()

    def backward(self):
        order = []
        seen = set()

        def walk(node):
            if node in seen:
                return
            seen.add(node)
            if node.creator is not None:
                for child in node.creator.inputs:
                    walk(child)
            order.append(node)

        walk(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.creator is not None:
                for child, share in zip(node.creator.inputs, node.creator.backward(node.grad)):
                    child.grad += share

    def zero_grad(self):
        self.grad = 0.0


if __name__ == "__main__":
    x = Value(2.0)
    y = (x * x + x.exp()).tanh()
    y.backward()
    print(y.data, x.grad)
