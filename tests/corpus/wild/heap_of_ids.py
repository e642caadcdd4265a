# -*- coding: utf-8 -*-
"""Reverse-mode AD without a topological sort: nodes carry a serial number and a heap gives
the youngest first.  A node's consumers are always younger than the node itself."""
import heapq
import itertools
import math
from numbers import Real

_serial = itertools.count()


class Num:
    __slots__ = ('val', 'grad', 'serial', 'edges')

    def __init__(self, val, edges=()):
        if not isinstance(val, Real):
            raise TypeError('Num wraps real numbers, got %r' % (val,))
        self.val = val
        self.grad = 0.0
        self.serial = next(_serial)
        self.edges = edges           # (parent, d self / d parent) pairs

    def __repr__(self):
        return 'Num(%g)' % self.val

    def __lt__(self, other):
        # for heapq: youngest first
        return self.serial > other.serial

    # -- arithmetic ------------------------------------------------------------
    def __add__(self, other):
        if isinstance(other, Real):
            return Num(self.val + other, ((self, 1.0),))
        if isinstance(other, Num):
            return Num(self.val + other.val, ((self, 1.0), (other, 1.0)))
        return NotImplemented

    __radd__ = __add__

    def __mul__(self, other):
        if isinstance(other, Real):
            return Num(self.val * other, ((self, other),))
        if isinstance(other, Num):
            return Num(self.val * other.val, ((self, other.val), (other, self.val)))
        return NotImplemented

    __rmul__ = __mul__

    def __neg__(self):
        return Num(-self.val, ((self, -1.0),))

    def __sub__(self, other):
        if isinstance(other, Real):
            return Num(self.val - other, ((self, 1.0),))
        if isinstance(other, Num):
            return Num(self.val - other.val, ((self, 1.0), (other, -1.0)))
        return NotImplemented

    def __rsub__(self, other):
        return Num(other - self.val, ((self, -1.0),))

    def __truediv__(self, other):
        if isinstance(other, Real):
            return Num(self.val / other, ((self, 1 / other),))
        if isinstance(other, Num):
            return Num(self.val / other.val,
                       ((self, 1 / other.val), (other, -self.val / other.val ** 2)))
        return NotImplemented

    def __rtruediv__(self, other):
        return Num(other / self.val, ((self, -other / self.val ** 2),))

    def __pow__(self, p):
        if not isinstance(p, Real):
            return NotImplemented
        return Num(self.val ** p, ((self, p * self.val ** (p - 1)),))

    # -- functions -------------------------------------------------------------
    def log(self):
        return Num(math.log(self.val), ((self, 1 / self.val),))

    def exp(self):
        e = math.exp(self.val)
        return Num(e, ((self, e),))

    def tanh(self):
        t = math.tanh(self.val)
        return Num(t, ((self, 1 - t * t),))

    # -- the point of it all ---------------------------------------------------
    def backprop(self):
        self.grad += 1.0
        pending = {self.serial: 1.0}
        heap = [self]
        while heap:
            node = heapq.heappop(heap)
            g = pending.pop(node.serial)
            for parent, d in node.edges:
                if parent.serial in pending:
                    pending[parent.serial] += g * d
                else:
                    pending[parent.serial] = g * d
                    heapq.heappush(heap, parent)
                parent.grad += g * d


if __name__ == '__main__':
    import timeit
    x = Num(0.5)

    def f():
        y = x
        for _ in range(200):
            y = (y * x + 0.1).tanh()
        return y
    print(timeit.timeit(lambda: f().backprop(), number=20))
