"""
tinyad: closures do not touch anything, they return the parents' shares; backward() adds them up.
"""
import math


class Value:
    def __init__(self, data, parents=(), label=""):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.label = label
        self._backward = lambda: ()

    def __repr__(self):
        return f"{self.label or 'Value'}({self.data:g})"

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (out.grad, out.grad)
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (other.data * out.grad, self.data * out.grad)
        return out

    def __truediv__(self, other):
        other = to_value(other)
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (out.grad / other.data, -self.data / other.data**2 * out.grad)
        return out

    def __sub__(self, other):
        other = to_value(other)
        out = Value(self.data - other.data, (self, other), "-")
        out._backward = lambda: (out.grad, -out.grad)
        return out

    def __pow__(self, k):
        out = Value(self.data**k, (self,), "^")
        out._backward = lambda: (k * self.data**(k - 1) * out.grad,)
        return out

    def __neg__(self):
        return 0 - self

    def __radd__(self, other): return to_value(other) + self
    def __rsub__(self, other): return to_value(other) - self
    def __rmul__(self, other): return to_value(other) * self
    def __rtruediv__(self, other): return to_value(other) / self

    def log(self):
        out = Value(math.log(self.data), (self,), "log")
        out._backward = lambda: (out.grad / self.data,)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = lambda: (out.grad if out.data > 0 else 0.0,)
        return out

    def backward(self):
        topo = []
        seen = set()

        def walk(v):
            if v not in seen:
                seen.add(v)
                for p in v.parents:
                    walk(p)
                topo.append(v)

        walk(self)
        self.grad = 1.0
        for v in reversed(topo):
            shares = v._backward()
            assert len(shares) == len(v.parents)
            for p, share in zip(v.parents, shares):
                p.grad += share


def to_value(x):
    return x if isinstance(x, Value) else Value(x)
