"""One Graph holds the numbers of all nodes in lists; a Value points into it."""

from math import exp, log, tanh


class Graph:
    def __init__(self):
        self.data, self.adjoint, self.inputs, self.local = [], [], [], []

    def new(self, number, inputs, local):
        self.data.append(float(number))
        self.adjoint.append(0.0)
        self.inputs.append(inputs)
        self.local.append(local)
        return len(self.data) - 1


graph = Graph()


class Value:
    def __init__(self, number, inputs=(), local=()):
        self.at = graph.new(number, tuple(i.at for i in inputs), tuple(local))

    @property
    def data(self):
        return graph.data[self.at]

    @property
    def grad(self):
        return graph.adjoint[self.at]

    @grad.setter
    def grad(self, number):
        graph.adjoint[self.at] = number

    @staticmethod
    def node(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.node(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Value.node(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Value.node(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Value.node(other)
        return Value(self.data / other.data, (self, other), (1 / other.data, -self.data / other.data**2))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, other):
        return Value.node(other) + self

    def __rsub__(self, other):
        return Value.node(other) - self

    def __rmul__(self, other):
        return Value.node(other) * self

    def __rtruediv__(self, other):
        return Value.node(other) / self

    def tanh(self):
        t = tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(log(self.data), (self,), (1 / self.data,))

    def backward(self):
        used = {self.at}
        graph.adjoint[self.at] = 1.0
        for n in range(self.at, -1, -1):
            if n in used:
                used.update(graph.inputs[n])
                for i, slope in zip(graph.inputs[n], graph.local[n]):
                    graph.adjoint[i] = slope * graph.adjoint[n]
