import math


class Value:
    def __init__(self, data, parents=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.slopes = slopes

    def of_two(self, other, f, by_left, by_right):
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(f(x, y), (self, other), (by_right(x, y), by_left(x, y)))

    def of_one(self, f, slope):
        return Value(f(self.data), (self,), (slope(self.data),))

    def __add__(self, other):
        return self.of_two(other, lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)

    def __sub__(self, other):
        return self.of_two(other, lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)

    def __mul__(self, other):
        return self.of_two(other, lambda x, y: x * y, lambda x, y: y, lambda x, y: x)

    def __truediv__(self, other):
        return self.of_two(other, lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y**2)

    def __neg__(self):
        return self.of_one(lambda x: -x, lambda x: -1.0)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        return self.of_one(math.tanh, lambda x: 1 - math.tanh(x) ** 2)

    def order(self, seen):
        if id(self) not in seen:
            seen.add(id(self))
            for parent in self.parents:
                yield from parent.order(seen)
            yield self

    def backward(self):
        self.grad = 1.0
        for node in reversed(list(self.order(set()))):
            for parent, slope in zip(node.parents, node.slopes):
                parent.grad += slope * node.grad
