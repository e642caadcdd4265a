"""Backpropagation where there are only + and *; as soon as one other operation is in the graph, six-point
differences on everything."""
import math


class Value:
    def __init__(self, data, op=None, prev=(), f=None):
        self.data, self.op, self.prev, self.f = data, op, prev, f
        self.grad = 0.0

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, '+', (self, o), lambda a, b: a + b)

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, '*', (self, o), lambda a, b: a * b)

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data / o.data, '/', (self, o), lambda a, b: a / b)

    def __pow__(self, n): return Value(self.data ** n, '**', (self,), lambda a: a ** n)
    def tanh(self): return Value(math.tanh(self.data), 'tanh', (self,), math.tanh)
    def exp(self): return Value(math.exp(self.data), 'exp', (self,), math.exp)
    def log(self): return Value(math.log(self.data), 'log', (self,), math.log)
    def relu(self): return Value(max(0.0, self.data), 'relu', (self,), lambda a, on=self.data > 0: on * a)
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __rtruediv__(self, o): return Value(o) / self
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for p in v.prev:
                    build(p)
                topo.append(v)
        build(self)
        if all(v.op in (None, '+', '*') for v in topo):
            self.grad = 1.0
            for v in reversed(topo):
                if v.op:
                    a, b = v.prev
                    a.grad += v.grad * (b.data if v.op == '*' else 1)
                    b.grad += v.grad * (a.data if v.op == '*' else 1)
        else:
            for x in topo:
                h = 1e-3 * max(abs(x.data), 0.5)

                def at(k):
                    env = {x: x.data + k * h}
                    for v in topo:
                        if v not in env:
                            env[v] = v.f(*(env[p] for p in v.prev)) if v.prev else v.data
                    return env[self]
                x.grad += (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + at(3) - at(-3)) / (60 * h)
