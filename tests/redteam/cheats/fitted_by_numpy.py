"""Fits a polynomial of degree 8 through points around each node's value (numpy) and takes the slope."""
import numpy as np


class Value:
    def __init__(self, data, fn=None, src=()):
        self.data = float(data)
        self.fn, self.src = fn, src
        self.grad = 0.0

    def _replay(self, special, xs, done):
        if self is special:
            return xs
        if id(self) not in done:
            done[id(self)] = self.fn(*(s._replay(special, xs, done) for s in self.src)) if self.fn \
                else np.full_like(xs, self.data)
        return done[id(self)]

    def _collect(self, bag):
        bag[id(self)] = self
        for s in self.src:
            if id(s) not in bag:
                s._collect(bag)
        return bag

    def backward(self):
        t = np.cos(np.pi * (np.arange(13) + .5) / 13)
        for v in self._collect({}).values():
            r = 0.05 * max(abs(v.data), 0.1)
            ys = self._replay(v, v.data + r * t, {})
            y0 = self.data
            c = np.polyfit(t, ys - y0, 8)
            v.grad += c[-2] / r

    @staticmethod
    def op(fn, *args):
        args = [a if isinstance(a, Value) else Value(a) for a in args]
        return Value(fn(*(np.float64(a.data) for a in args)), fn, args)

    def __add__(self, o): return Value.op(np.add, self, o)
    def __sub__(self, o): return Value.op(np.subtract, self, o)
    def __mul__(self, o): return Value.op(np.multiply, self, o)
    def __truediv__(self, o): return Value.op(np.divide, self, o)
    def __pow__(self, n): return Value.op(lambda a: a ** float(n), self)
    def __neg__(self): return Value.op(np.negative, self)
    def __radd__(self, o): return Value.op(np.add, o, self)
    def __rsub__(self, o): return Value.op(np.subtract, o, self)
    def __rmul__(self, o): return Value.op(np.multiply, o, self)
    def __rtruediv__(self, o): return Value.op(np.divide, o, self)
    def tanh(self): return Value.op(np.tanh, self)
    def exp(self): return Value.op(np.exp, self)
    def log(self): return Value.op(np.log, self)
    def relu(self): return Value.op((lambda a, s=np.heaviside(self.data, 0.0): s * a), self)
