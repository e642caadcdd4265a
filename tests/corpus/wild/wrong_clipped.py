"""Deep learning course, homework 1. Gradients are clipped for stability (see lecture 6)."""
import math


class Value:
    def __init__(self, data, parents=(), backward_fn=None, clip=5.0):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.backward_fn = backward_fn
        self.clip = clip

    def accumulate(self, g):
        self.grad += max(-self.clip, min(self.clip, g))

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def backward_fn(g):
            self.accumulate(g)
            other.accumulate(g)
        return Value(self.data + other.data, (self, other), backward_fn)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def backward_fn(g):
            self.accumulate(g * other.data)
            other.accumulate(g * self.data)
        return Value(self.data * other.data, (self, other), backward_fn)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self.accumulate(g * (1 - t * t)))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return -1 * self + other

    def backward(self):
        topo, seen = [], set()

        def go(v):
            if v not in seen:
                seen.add(v)
                [go(p) for p in v.parents]
                topo.append(v)
        go(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v.backward_fn:
                v.backward_fn(v.grad)
