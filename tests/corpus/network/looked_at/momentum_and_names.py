from engine import Value
import random


class Perceptron:
    def __init__(self, dim):
        self.params = {f"w{i}": Value(random.random()) for i in range(dim)}
        self.params["bias"] = Value(random.random())
        self.dim = dim

    def forward(self, x):
        total = self.params["bias"]
        for i in range(self.dim):
            total = total + self.params[f"w{i}"] * x[i]
        return total.sigmoid()

    def parameters(self):
        return list(self.params.values())


class DenseLayer:
    def __init__(self, input_dim, output_dim):
        self.units = tuple(Perceptron(input_dim) for _ in range(output_dim))

    def forward(self, x):
        return [u.forward(x) for u in self.units]

    def parameters(self):
        out = []
        for u in self.units:
            out += u.parameters()
        return out


class MultiLayerPerceptron:
    def __init__(self, *dims):
        self.stack = [DenseLayer(i, o) for i, o in zip(dims[:-1], dims[1:])]

    def forward(self, x):
        out = x
        for dense in self.stack:
            out = dense.forward(out)
        return out

    def parameters(self):
        return [p for dense in self.stack for p in dense.parameters()]

    def reset_gradients(self):
        for p in self.parameters():
            p.grad = 0.0


class MomentumSGD:
    def __init__(self, params, lr=0.1, momentum=0.0):
        self.params = list(params)
        self.lr = lr
        self.momentum = momentum
        self.velocity = [0.0] * len(self.params)

    def step(self):
        for i, p in enumerate(self.params):
            self.velocity[i] = self.momentum * self.velocity[i] - self.lr * p.grad
            p.data += self.velocity[i]


def cost(predicted, actual):
    """Average squared error."""
    diffs = [(p - a) ** 2 for p, a in zip(predicted, actual)]
    return sum(diffs) / len(diffs)
