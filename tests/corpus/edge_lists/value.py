import heapq
import itertools
import math


class Value:
    # Every value gets a number when it is made. A result is always made after the
    # things it is made from, so "newest first" is a good order for backprop and no
    # topological sort is needed.
    _ticket = itertools.count()

    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = list(edges)        # pairs (parent, d self / d parent)
        self.idx = next(Value._ticket)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return Value(q, [(self, 1 / other.data), (other, -q / other.data)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, k):
        if isinstance(k, Value):
            p = self.data ** k.data
            return Value(p, [(self, k.data * self.data ** (k.data - 1)),
                             (k, p * math.log(self.data))])
        return Value(self.data ** k, [(self, k * self.data ** (k - 1))])

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def log(self):
        return Value(math.log(self.data), [(self, 1 / self.data)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [(self, 1.0 if on else 0.0)])

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        return Value(s, [(self, s * (1 - s))])

    def backward(self):
        self.grad = 1.0
        waiting = {self.idx: self}      # number -> value
        heap = [-self.idx]              # heapq gives the smallest, we want the largest
        while heap:
            node = waiting[-heapq.heappop(heap)]
            for parent, d in node.edges:
                parent.grad += d * node.grad
                if parent.idx not in waiting:
                    waiting[parent.idx] = parent
                    heapq.heappush(heap, -parent.idx)

    def __repr__(self):
        return "<Value #%d %g (grad %g)>" % (self.idx, self.data, self.grad)


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)
