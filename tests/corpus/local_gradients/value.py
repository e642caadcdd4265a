import math

class Value:
    """One number of the network. Every result keeps, next to its inputs, the
    derivative with respect to each of them; backward() only multiplies and adds."""

    __slots__ = ('data', 'grad', '_inputs', '_local_grads')

    def __init__(self, data, inputs=(), local_grads=()):
        self.data = data
        self.grad = 0
        self._inputs = inputs
        self._local_grads = local_grads

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), (1, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, other):
        if not isinstance(other, Value):
            return Value(self.data**other, (self,), (other * self.data**(other-1),))
        # a ** b with both unknown (needs a > 0)
        y = self.data**other.data
        return Value(y, (self, other),
                     (other.data * self.data**(other.data-1), y * math.log(self.data)))

    def __neg__(self): return Value(-self.data, (self,), (-1,))
    def __sub__(self, other): return self + -other
    def __truediv__(self, other): return self * other**-1
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __rtruediv__(self, other): return self**-1 * other

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1/self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def relu(self):
        return Value(max(0, self.data), (self,), (float(self.data > 0),))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), (s * (1-s),))

    def backward(self):
        topo = []
        visited = set()
        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v._inputs:
                    build(child)
                topo.append(v)
        build(self)
        self.grad = 1
        for v in reversed(topo):
            for child, local_grad in zip(v._inputs, v._local_grads):
                child.grad += local_grad * v.grad
