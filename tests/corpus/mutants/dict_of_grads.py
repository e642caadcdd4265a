"""backward() collects gradients in a dictionary and writes them on the nodes when it is done."""
import math


class Scalar:
    def __init__(self, data, inputs=(), derivatives=()):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs
        self.derivatives = derivatives      # functions without arguments

    def __repr__(self):
        return "Scalar({:.4f}, grad={:.4f})".format(self.data, self.grad)

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Scalar) else Scalar(x)

    def __add__(self, other):
        other = Scalar.wrap(other)
        return Scalar(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Scalar.wrap(other)
        return Scalar(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Scalar.wrap(other)
        return Scalar(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Scalar.wrap(other)
        q = self.data / other.data
        return Scalar(q, (self, other), (1 / other.data, -q / other.data))

    def __pow__(self, other):
        if isinstance(other, Scalar):
            p = self.data ** other.data
            return Scalar(p, (self, other), (other.data * self.data ** (other.data - 1), p * math.log(self.data)))
        return Scalar(self.data ** other, (self,), (other * self.data ** (other - 1),))

    def __neg__(self):
        return Scalar(-self.data, (self,), (-1.0,))

    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return Scalar.wrap(other) - self
    def __rtruediv__(self, other): return Scalar.wrap(other) / self
    def __rpow__(self, other): return Scalar.wrap(other) ** self

    def exp(self):
        e = math.exp(self.data)
        return Scalar(e, (self,), (e,))

    def log(self):
        return Scalar(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Scalar(t, (self,), (1.0 - t * t,))

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        return Scalar(s, (self,), (s * (1.0 - s),))

    def relu(self):
        return Scalar(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        order = []
        visited = set()

        def dfs(node):
            if node in visited:
                return
            visited.add(node)
            for parent in node.inputs:
                dfs(parent)
            order.append(node)

        dfs(self)
        grads = {node: 0.0 for node in order}
        grads[self] = 1.0
        for node in reversed(order):
            for parent, derivative in zip(node.inputs, node.derivatives):
                grads[parent] += derivative * grads[node]
        for node, g in grads.items():
            node.grad += g

    def zero_grad(self):
        self.grad = 0.0
