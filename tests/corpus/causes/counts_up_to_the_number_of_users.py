import math


class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self.children = list(children)
        self.consumers = 0
        self.seen = 0
        self.push = lambda: None
        for c in self.children:
            c.consumers += 1

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out.push = push
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def push():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out.push = push
        return out

    def __pow__(self, k):
        out = Value(self.data ** k, (self,))

        def push():
            self.grad += out.grad * k * self.data ** (k - 1)

        out.push = push
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other ** -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return other * self ** -1

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def push():
            self.grad += out.grad * (1 - t ** 2)

        out.push = push
        return out

    def relu(self):
        out = Value(max(self.data, 0), (self,))

        def push():
            if self.data > 0:
                self.grad += out.grad

        out.push = push
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def push():
            self.grad += out.grad * out.data

        out.push = push
        return out

    def backward(self):
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node.push()
            for c in node.children:
                c.seen += 1
                if c.seen == c.consumers:
                    ready.append(c)
