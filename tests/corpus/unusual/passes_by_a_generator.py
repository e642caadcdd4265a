import math


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __pow__(self, k):
        return Value(self.data**k, ((self, k * self.data ** (k - 1)),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1 - t * t),))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def shares(self):
        order, met, stack = [], set(), [(self, iter(self.edges))]
        met.add(self)
        while stack:
            node, edges = stack[-1]
            for parent, _ in edges:
                if parent not in met:
                    met.add(parent)
                    stack.append((parent, iter(parent.edges)))
                    break
            else:
                order.append(node)
                stack.pop()
        for node in reversed(order):
            for parent, local in node.edges:
                done = yield parent, local * node.grad_now
                assert done

    def backward(self):
        nodes, waiting = [], [self]
        while waiting:
            node = waiting.pop()
            node.grad_now = 0.0
            nodes.append(node)
            waiting += [parent for parent, _ in node.edges]
        self.grad_now = 1.0
        walk = self.shares()
        try:
            parent, share = next(walk)
            while True:
                parent.grad_now += share
                parent, share = walk.send(True)
        except StopIteration:
            pass
        for node in set(nodes):
            node.grad += node.grad_now
