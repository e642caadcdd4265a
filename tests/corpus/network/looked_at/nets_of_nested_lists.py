import random
from engine import Value


class NeuralNet:
    """All weights in nested lists: W[layer][neuron][input], B[layer][neuron]."""

    def __init__(self, layer_sizes):
        self.W = []
        self.B = []
        for fan_in, fan_out in zip(layer_sizes, layer_sizes[1:]):
            self.W.append([[Value(random.uniform(-1, 1)) for _ in range(fan_in)] for _ in range(fan_out)])
            self.B.append([Value(0.0) for _ in range(fan_out)])

    def forward(self, xs):
        activations = xs
        for layer, (weights, biases) in enumerate(zip(self.W, self.B)):
            nxt = []
            for row, bias in zip(weights, biases):
                z = bias
                for w, a in zip(row, activations):
                    z = z + w * a
                nxt.append(z if layer == len(self.W) - 1 else z.relu())
            activations = nxt
        return activations

    def parameters(self):
        ps = []
        for weights, biases in zip(self.W, self.B):
            for row in weights:
                ps.extend(row)
            ps.extend(biases)
        return ps

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0

    def update(self, learning_rate):
        for p in self.parameters():
            p.data -= learning_rate * p.grad


def mean_squared_error(outputs, targets):
    n = len(outputs)
    return sum([(o - t) ** 2 for o, t in zip(outputs, targets)], Value(0.0)) * (1.0 / n)
