# Dual numbers of a class inside a function, sent through composed functions.

def duals():
    class Dual:
        __slots__ = ('a', 'b')

        def __init__(self, a, b):
            self.a, self.b = a, b

        def __add__(self, o):
            return Dual(self.a + o.a, self.b + o.b)

        def __mul__(self, o):
            return Dual(self.a * o.a, self.a * o.b + self.b * o.a)
    return Dual


class Value:
    def __init__(self, data, f=None):
        self.data = data
        self.grad = 0.0
        self.f = f or (lambda env: env(self))
        self.below = [self]

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, lambda env: self.f(env) + other.f(env))
        out.below = self.below + [x for x in other.below if x not in self.below]
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, lambda env: self.f(env) * other.f(env))
        out.below = self.below + [x for x in other.below if x not in self.below]
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def backward(self):
        Dual = duals()
        for leaf in self.below:
            leaf.grad += self.f(lambda node: Dual(node.data, 1.0 if node is leaf else 0.0)).b
