import math


class Node:
    """value + left/right operands"""
    def __init__(self, value, left=None, right=None, op=None):
        self.value = value
        self.left = left
        self.right = right
        self.op = op
        self.grad = 0.0

    @staticmethod
    def lift(x):
        return x if isinstance(x, Node) else Node(x)

    def __add__(self, o):
        o = Node.lift(o)
        return Node(self.value + o.value, self, o, 'add')

    def __mul__(self, o):
        o = Node.lift(o)
        return Node(self.value * o.value, self, o, 'mul')

    def __sub__(self, o):
        o = Node.lift(o)
        return Node(self.value - o.value, self, o, 'sub')

    def __truediv__(self, o):
        o = Node.lift(o)
        return Node(self.value / o.value, self, o, 'div')

    def __radd__(self, o): return Node.lift(o) + self
    def __rmul__(self, o): return Node.lift(o) * self
    def __rsub__(self, o): return Node.lift(o) - self
    def __rtruediv__(self, o): return Node.lift(o) / self
    def __neg__(self): return Node.lift(0) - self

    def __pow__(self, n):
        out = Node(self.value ** n, self, None, 'pow')
        out.n = n
        return out

    def tanh(self): return Node(math.tanh(self.value), self, None, 'tanh')
    def exp(self): return Node(math.exp(self.value), self, None, 'exp')
    def relu(self): return Node(self.value if self.value > 0 else 0.0, self, None, 'relu')

    def push(self):
        g = self.grad
        l, r = self.left, self.right
        if self.op == 'add':
            l.grad += g
            r.grad += g
        elif self.op == 'sub':
            l.grad += g
            r.grad -= g
        elif self.op == 'mul':
            l.grad += g * r.value
            r.grad += g * l.value
        elif self.op == 'div':
            l.grad += g / r.value
            r.grad -= g * l.value / r.value ** 2
        elif self.op == 'pow':
            l.grad += g * self.n * l.value ** (self.n - 1)
        elif self.op == 'tanh':
            l.grad += g * (1 - self.value ** 2)
        elif self.op == 'exp':
            l.grad += g * self.value
        elif self.op == 'relu':
            l.grad += g if l.value > 0 else 0.0

    def backward(self):
        self.grad = 1.0
        node = self
        while node is not None:
            node.push()
            node = node.left
