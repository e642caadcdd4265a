"""
Autograd without recursion and without closures.

A node only stores WHAT was done (a short code) and with whom (left, right).
backward() first counts how often each node is used, and lets a node pass on its
gradient when all of its users have reported.
"""
from math import exp, log, tanh


class Value:
    def __init__(self, data, code='leaf', left=None, right=None, const=None):
        self.data = data
        self.grad = 0.0
        self.code = code
        self.left = left
        self.right = right
        self.const = const

    def __repr__(self):
        return "<%s %g, grad %g>" % (self.code, self.data, self.grad)

    def inputs(self):
        found = []
        if self.left is not None:
            found.append(self.left)
        if self.right is not None:
            found.append(self.right)
        return found

    # ----- forward -----

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, 'add', self, other)

    def __radd__(self, other):
        return Value(other) + self

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data - other.data, 'sub', self, other)

    def __rsub__(self, other):
        return Value(other) - self

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, 'mul', self, other)

    def __rmul__(self, other):
        return Value(other) * self

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data / other.data, 'div', self, other)

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return Value(-self.data, 'neg', self)

    def __pow__(self, power):
        if isinstance(power, Value):
            raise TypeError("the power must be a plain number")
        return Value(self.data ** power, 'pow', self, const=power)

    def tanh(self):
        return Value(tanh(self.data), 'tanh', self)

    def exp(self):
        return Value(exp(self.data), 'exp', self)

    def log(self):
        return Value(log(self.data), 'log', self)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, 'relu', self)

    # ----- backward -----

    def backward(self):
        # count the users of every node below self
        pending = {self: 0}
        stack = [self]
        while stack:
            node = stack.pop()
            for v in node.inputs():
                if v not in pending:
                    pending[v] = 0
                    stack.append(v)
                pending[v] += 1

        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node.pass_on()
            for v in node.inputs():
                pending[v] -= 1
                if pending[v] == 0:
                    ready.append(v)

    def pass_on(self):
        """hand my gradient on to my inputs, according to my code"""
        g = self.grad
        a = self.left
        b = self.right
        if self.code == 'leaf':
            pass
        elif self.code == 'add':
            a.grad += g
            b.grad += g
        elif self.code == 'sub':
            a.grad += g
            b.grad -= g
        elif self.code == 'mul':
            a.grad += b.data * g
            b.grad += a.data * g
        elif self.code == 'div':
            a.grad += g / b.data
            b.grad -= a.data * g / b.data ** 2
        elif self.code == 'neg':
            a.grad -= g
        elif self.code == 'pow':
            n = self.const
            a.grad += n * a.data ** (n - 1) * g
        elif self.code == 'tanh':
            a.grad += (1 - self.data ** 2) * g
        elif self.code == 'exp':
            a.grad += self.data * g
        elif self.code == 'log':
            a.grad += g / a.data
        elif self.code == 'relu':
            if a.data > 0:
                a.grad += g
        else:
            raise ValueError("unknown code " + self.code)
