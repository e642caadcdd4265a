# Reverse mode with a priority queue (creation time is a topological order!)
import heapq
import math


class Var:
    created = 0

    def __init__(self, value, parents=(), locals_=()):
        self.value = value
        self.grad = 0.0
        self.parents = parents
        self.locals_ = locals_
        self.time = Var.created
        Var.created += 1

    def __lt__(self, other):
        return self.time < other.time

    def __add__(self, other):
        other = other if isinstance(other, Var) else Var(other)
        return Var(self.value + other.value, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Var) else Var(other)
        return Var(self.value * other.value, (self, other), (other.value, self.value))

    def __pow__(self, k):
        return Var(self.value ** k, (self,), (k * self.value ** (k - 1),))

    def log(self):
        return Var(math.log(self.value), (self,), (1.0 / self.value,))

    def exp(self):
        return Var(math.exp(self.value), (self,), (math.exp(self.value),))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        return self * (other ** -1)

    def backward(self):
        self.grad = 1.0
        heap = [self]
        queued = {self.time}
        while heap:
            v = heapq.heappop(heap)
            for p, d in zip(v.parents, v.locals_):
                p.grad += v.grad * d
                if p.time not in queued:
                    queued.add(p.time)
                    heapq.heappush(heap, p)
