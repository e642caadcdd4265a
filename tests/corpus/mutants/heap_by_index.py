"""Nodes are numbered when they are made; backward() takes the youngest from a heap."""
import heapq
import itertools
import math


class Value:
    _counter = itertools.count()

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self.prev = prev
        self.index = next(Value._counter)
        self.step = None

    def __repr__(self):
        return f"Value#{self.index}({self.data})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def step():
            self.grad += out.grad
            other.grad += out.grad

        out.step = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def step():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.step = step
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other))

        def step():
            self.grad += other.data * self.data ** (other.data - 1) * out.grad
            if self.data > 0:
                other.grad += out.data * math.log(self.data) * out.grad

        out.step = step
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def __rpow__(self, other):
        return Value(other) ** self

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def step():
            self.grad += out.data * out.grad

        out.step = step
        return out

    def log(self):
        out = Value(math.log(self.data), (self,))

        def step():
            self.grad += out.grad / self.data

        out.step = step
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def step():
            self.grad += (1 - out.data**2) * out.grad

        out.step = step
        return out

    def sigmoid(self):
        out = Value(1 / (1 + math.exp(-self.data)), (self,))

        def step():
            self.grad += out.data * (1 - out.data) * out.grad

        out.step = step
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def step():
            if out.data > 0:
                self.grad += out.grad

        out.step = step
        return out

    def backward(self):
        self.grad = 1.0
        heap = [(-self.index, self)]
        pushed = {self.index}
        while heap:
            _, node = heapq.heappop(heap)
            if node.step is not None:
                node.step()
            for each in node.prev:
                if each.index not in pushed:
                    pushed.add(each.index)
                    heapq.heappush(heap, (-each.index, each))

    def zero_grad(self):
        self.grad = 0.0
