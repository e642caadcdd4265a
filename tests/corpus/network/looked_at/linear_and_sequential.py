"""Looks like torch.nn on purpose; there is no class for one neuron."""
import math
import random


class Tensor0:
    """A scalar tensor with a gradient."""

    def __init__(self, data, parents=(), grad_fn=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.grad_fn = grad_fn

    def _lift(x):
        return x if isinstance(x, Tensor0) else Tensor0(x)

    def __add__(self, other):
        other = Tensor0._lift(other)
        return Tensor0(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = Tensor0._lift(other)
        return Tensor0(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __pow__(self, n):
        return Tensor0(self.data ** n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-Tensor0._lift(other))

    def __rsub__(self, other):
        return Tensor0._lift(other) - self

    def __truediv__(self, other):
        return self * Tensor0._lift(other) ** -1

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Tensor0(t, (self,), lambda g: (g * (1 - t * t),))

    def relu(self):
        return Tensor0(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def backward(self):
        order, seen = [], set()

        def dfs(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                dfs(parent)
            order.append(node)

        dfs(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.grad_fn is None:
                continue
            for parent, share in zip(node.parents, node.grad_fn(node.grad)):
                parent.grad += share


class Module:
    def parameters(self):
        found = []
        for value in self.__dict__.values():
            if isinstance(value, Tensor0):
                found.append(value)
            elif isinstance(value, Module):
                found.extend(value.parameters())
            elif isinstance(value, (list, tuple)):
                found.extend(self._inside(value))
        return found

    def _inside(self, values):
        found = []
        for value in values:
            if isinstance(value, Tensor0):
                found.append(value)
            elif isinstance(value, Module):
                found.extend(value.parameters())
            elif isinstance(value, (list, tuple)):
                found.extend(self._inside(value))
        return found

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

    def __call__(self, *args):
        return self.forward(*args)


class Linear(Module):
    def __init__(self, in_features, out_features):
        self.weight = [[Tensor0(random.gauss(0, 0.5)) for _ in range(in_features)] for _ in range(out_features)]
        self.bias = [Tensor0(0.0) for _ in range(out_features)]

    def forward(self, x):
        out = []
        for row, b in zip(self.weight, self.bias):
            total = b
            for w, xi in zip(row, x):
                total = total + w * xi
            out.append(total)
        return out


class Tanh(Module):
    def forward(self, x):
        return [v.tanh() for v in x]


class ReLU(Module):
    def forward(self, x):
        return [v.relu() for v in x]


class Sequential(Module):
    def __init__(self, *layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class MLP(Module):
    def __init__(self, n_in, n_hidden, n_out):
        self.net = Sequential(Linear(n_in, n_hidden), Tanh(), Linear(n_hidden, n_out))

    def forward(self, x):
        return self.net(x)


class MSELoss:
    def __call__(self, prediction, target):
        total = Tensor0(0.0)
        for p, t in zip(prediction, target):
            total = total + (p - t) ** 2
        return total / len(target)


class SGD:
    def __init__(self, params, lr):
        self.params = params
        self.lr = lr

    def zero_grad(self):
        for p in self.params:
            p.grad = 0.0

    def step(self):
        for p in self.params:
            p.data -= self.lr * p.grad


def main():
    model = MLP(2, 4, 1)
    optimizer = SGD(model.parameters(), lr=0.1)
    criterion = MSELoss()
    data = [([0, 0], 0), ([0, 1], 1), ([1, 0], 1), ([1, 1], 0)]
    for epoch in range(100):
        optimizer.zero_grad()
        predictions = [model(x)[0] for x, _ in data]
        loss = criterion(predictions, [y for _, y in data])
        loss.backward()
        optimizer.step()
    print(loss.data)


if __name__ == "__main__":
    main()
