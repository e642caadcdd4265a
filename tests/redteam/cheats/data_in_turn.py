"""backward() wiggles the data of every node and re-runs the forward functions in place."""
import math


class Value:
    def __init__(self, data, _prev=(), _forward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._forward = _forward
        self._frozen = False

    def _refresh(self):
        if self._forward and not self._frozen:
            self.data = self._forward()

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, (self, o), lambda: self.data + o.data)

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, (self, o), lambda: self.data * o.data)

    def __pow__(self, n): return Value(self.data ** n, (self,), lambda: self.data ** n)
    def tanh(self): return Value(math.tanh(self.data), (self,), lambda: math.tanh(self.data))
    def exp(self): return Value(math.exp(self.data), (self,), lambda: math.exp(self.data))
    def log(self): return Value(math.log(self.data), (self,), lambda: math.log(self.data))
    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda: self.data if on else 0.0)
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for p in v._prev:
                    build(p)
                topo.append(v)
        build(self)

        def at(node, x):
            keep = [v.data for v in topo]
            node._frozen = True
            node.data = x
            for v in topo:
                v._refresh()
            y = self.data
            node._frozen = False
            for v, d in zip(topo, keep):
                v.data = d
            return y

        for v in topo:
            x, h = v.data, 1e-3 * max(1.0, abs(v.data))
            d1 = at(v, x + h) - at(v, x - h)
            d2 = at(v, x + 2 * h) - at(v, x - 2 * h)
            d3 = at(v, x + 3 * h) - at(v, x - 3 * h)
            v.grad += (45 * d1 - 9 * d2 + d3) / (60 * h)
