# Backward pass that keeps one gradient per output: node.partials[out]
from collections import defaultdict
import math


class Num:
    def __init__(self, val, edges=()):
        self.val = val
        self.edges = list(edges)          # (child, d self / d child)
        self.partials = defaultdict(float)

    def __add__(self, o):
        o = o if isinstance(o, Num) else Num(o)
        return Num(self.val + o.val, [(self, 1.0), (o, 1.0)])

    def __mul__(self, o):
        o = o if isinstance(o, Num) else Num(o)
        return Num(self.val * o.val, [(self, o.val), (o, self.val)])

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + (-o)

    def __rsub__(self, o):
        return (-self) + o

    def exp(self):
        e = math.exp(self.val)
        return Num(e, [(self, e)])

    def order(self):
        seen, out = set(), []
        def go(n):
            if n in seen:
                return
            seen.add(n)
            for c, _ in n.edges:
                go(c)
            out.append(n)
        go(self)
        return reversed(out)

    def propagate(self, wrt):
        """call as out.propagate(out); then x.partials[out] is d out / d x"""
        wrt.partials.clear()
        wrt.partials[wrt] = 1.0
        nodes = list(self.order())
        for n in nodes[1:]:
            n.partials[wrt] = 0.0
        for n in nodes:
            for c, w in n.edges:
                c.partials[wrt] += w * n.partials[wrt]
