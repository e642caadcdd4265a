from abc import ABC, abstractmethod
import math
import random


class Node:
    def __init__(self, value, children=()):
        self.value = value
        self.grad = 0.0
        self.children = children
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        out = Node(self.value + other.value, (self, other))
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        out = Node(self.value * other.value, (self, other))
        def _backward():
            self.grad += other.value * out.grad
            other.grad += self.value * out.grad
        out._backward = _backward
        return out

    def __pow__(self, p):
        out = Node(self.value ** p, (self,))
        def _backward():
            self.grad += p * self.value ** (p - 1) * out.grad
        out._backward = _backward
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + (-other)
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return other + (-self)
    def __truediv__(self, other): return self * other ** -1

    def tanh(self):
        t = math.tanh(self.value)
        out = Node(t, (self,))
        def _backward():
            self.grad += (1 - t * t) * out.grad
        out._backward = _backward
        return out

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.value))
        out = Node(s, (self,))
        def _backward():
            self.grad += s * (1 - s) * out.grad
        out._backward = _backward
        return out

    def backward(self):
        topo, seen = [], set()
        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v.children:
                    build(c)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in topo[::-1]:
            v._backward()


class Module(ABC):
    @abstractmethod
    def forward(self, x): ...

    @abstractmethod
    def parameters(self): ...

    def __call__(self, x):
        return self.forward(x)

    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0.0


class Neuron(Module):
    def __init__(self, num_inputs, activation="sigmoid"):
        self.weights = [Node(random.uniform(-1, 1)) for _ in range(num_inputs)]
        self.bias = Node(random.uniform(-1, 1))
        self.activation = activation

    def forward(self, x):
        z = sum(w * xi for w, xi in zip(self.weights, x)) + self.bias
        if self.activation == "sigmoid":
            return z.sigmoid()
        if self.activation == "tanh":
            return z.tanh()
        return z

    def parameters(self):
        return self.weights + [self.bias]


class Layer(Module):
    def __init__(self, num_inputs, num_outputs, activation="sigmoid"):
        self.neurons = [Neuron(num_inputs, activation) for _ in range(num_outputs)]

    def forward(self, x):
        return [n.forward(x) for n in self.neurons]

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]


class NeuralNetwork(Module):
    def __init__(self, num_inputs, layer_sizes, activation="sigmoid", output_activation=None):
        self.layers = []
        for i, size in enumerate(layer_sizes):
            act = output_activation if i == len(layer_sizes) - 1 else activation
            self.layers.append(Layer(num_inputs, size, act))
            num_inputs = size

    def forward(self, x):
        for layer in self.layers:
            x = layer.forward(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]


class Trainer:
    def __init__(self, model, learning_rate=0.1):
        self.model = model
        self.learning_rate = learning_rate

    def loss(self, predictions, targets):
        """Mean squared error."""
        return sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)

    def step(self):
        for p in self.model.parameters():
            p.value -= self.learning_rate * p.grad

    def train(self, inputs, targets, epochs=100):
        for _ in range(epochs):
            loss = self.loss([self.model(x) for x in inputs], targets)
            self.model.zero_grad()
            loss.backward()
            self.step()
        return loss.value
