"""A numpy vector of derivatives with one slot for every Value ever made (grown when needed)."""
import numpy as np


class Value:
    everyone = []

    def __init__(self, data, dot=None):
        self.data = float(data)
        self.grad = 0.0
        self.slot = len(Value.everyone)
        Value.everyone.append(self)
        self.dot = np.zeros(self.slot + 1)
        if dot is not None:
            self.dot[:len(dot)] = dot
        self.dot[self.slot] = 1.0

    @staticmethod
    def mix(ca, a, cb=0.0, b=None):
        out = np.zeros(len(Value.everyone))
        out[:len(a.dot)] += ca * a.dot
        if b is not None:
            out[:len(b.dot)] += cb * b.dot
        return out

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, Value.mix(1, self, 1, o))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, Value.mix(o.data, self, self.data, o))

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data / o.data, Value.mix(1 / o.data, self, -self.data / o.data ** 2, o))

    def __pow__(self, n): return Value(self.data ** n, Value.mix(n * self.data ** (n - 1), self))
    def tanh(self): return Value(np.tanh(self.data), Value.mix(1 - np.tanh(self.data) ** 2, self))
    def exp(self): return Value(np.exp(self.data), Value.mix(np.exp(self.data), self))
    def log(self): return Value(np.log(self.data), Value.mix(1 / self.data, self))
    def relu(self): return Value(max(self.data, 0), Value.mix(float(self.data > 0), self))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + o * -1
    def __rsub__(self, o): return self * -1 + o
    def __rtruediv__(self, o): return Value(o) / self
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        for slot in np.nonzero(self.dot)[0]:
            Value.everyone[slot].grad += float(self.dot[slot])
