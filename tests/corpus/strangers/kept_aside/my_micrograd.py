import math

# my first try at this, followed the lecture until the plotting part

class Value:

    def __init__(self, data, children=()):
        self.data = data
        self.children = children
        self.grad = 0.0
        self.back = None

    def __add__(self, other):
        other = make(other)
        out = Value(self.data + other.data, (self, other))
        def back():
            self.grad += out.grad
            other.grad += out.grad
        out.back = back
        return out

    def __mul__(self, other):
        other = make(other)
        out = Value(self.data * other.data, (self, other))
        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out.back = back
        return out

    def __truediv__(self, other):
        return self * make(other) ** -1

    def __pow__(self, other):
        out = Value(self.data ** other, (self,))
        def back():
            self.grad += other * self.data ** (other - 1) * out.grad
        out.back = back
        return out

    def __sub__(self, other):
        return self + -make(other)

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return make(other) - self

    def __rtruediv__(self, other):
        return make(other) / self

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        def back():
            self.grad += out.data * out.grad
        out.back = back
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))
        def back():
            self.grad += (1 - t * t) * out.grad
        out.back = back
        return out

    def relu(self):
        out = Value(max(0, self.data), (self,))
        def back():
            self.grad += out.grad if self.data > 0 else 0
        out.back = back
        return out

    def backward(self):
        topo = []
        visited = set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for c in v.children:
                    build(c)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v.back:
                v.back()

def make(x):
    if isinstance(x, Value):
        return x
    return Value(x)
