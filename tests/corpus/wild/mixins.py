"""autograd engine, split up so that it fits on the slides"""
import math
import random


class ArithmeticMixin:
    """everything that follows from __add__, __mul__ and __pow__"""

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return other + (-self)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        return self * other**-1

    def __rtruediv__(self, other):
        return other * self**-1


class ActivationMixin:
    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return self._unary(s, s * (1 - s))

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t**2)

    def relu(self):
        return self._unary(max(0, self.data), 1 if self.data > 0 else 0)

    def leaky_relu(self, alpha=0.01):
        return self._unary(self.data if self.data > 0 else alpha * self.data, 1 if self.data > 0 else alpha)

    def exp(self):
        return self._unary(math.exp(self.data), math.exp(self.data))

    def log(self):
        return self._unary(math.log(self.data), 1 / self.data)

    def softplus(self):
        return self._unary(math.log1p(math.exp(self.data)), 1 / (1 + math.exp(-self.data)))


class GraphMixin:
    def _topological(self):
        order, visited = [], set()

        def visit(v):
            if v in visited:
                return
            visited.add(v)
            for p in v._parents:
                visit(p)
            order.append(v)

        visit(self)
        return order

    def backward(self):
        order = self._topological()
        self.grad = 1
        for v in reversed(order):
            v._backward()

    def zero_grad(self):
        for v in self._topological():
            v.grad = 0


class Value(ArithmeticMixin, ActivationMixin, GraphMixin):
    def __init__(self, data, _parents=(), _op=''):
        self.data = data
        self.grad = 0
        self._parents = set(_parents)
        self._op = _op
        self._backward = self._nothing

    def _nothing(self):
        pass

    def _unary(self, data, derivative):
        out = type(self)(data, (self,))

        def _backward():
            self.grad += derivative * out.grad
        out._backward = _backward
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else type(self)(other)
        out = type(self)(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else type(self)(other)
        out = type(self)(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

    def __pow__(self, n):
        return self._unary(self.data**n, n * self.data**(n - 1))

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"


class Parameter(Value):
    """a value that an optimizer may change"""

    def __init__(self, data=None, *args):
        super().__init__(random.uniform(-1, 1) if data is None else data, *args)


class SGD:
    def __init__(self, params, lr=0.1, momentum=0.9):
        self.params, self.lr, self.momentum = list(params), lr, momentum
        self.v = [0.0] * len(self.params)

    def zero_grad(self):
        for p in self.params:
            p.grad = 0

    def step(self):
        for i, p in enumerate(self.params):
            self.v[i] = self.momentum * self.v[i] - self.lr * p.grad
            p.data += self.v[i]


w, b = Parameter(), Parameter()
opt = SGD([w, b], lr=0.01)
for _ in range(100):
    loss = sum((w * x + b - (2 * x + 1))**2 for x in (-1.0, 0.0, 1.0, 2.0))
    opt.zero_grad()
    loss.backward()
    opt.step()
print(w, b)
