# Hyper-dual numbers: two infinitesimal parts, to have second derivatives too; still forward.

class HyperDual:
    def __init__(self, f, e1=0.0, e2=0.0, e12=0.0):
        self.f, self.e1, self.e2, self.e12 = f, e1, e2, e12

    def __add__(self, o):
        return HyperDual(self.f + o.f, self.e1 + o.e1, self.e2 + o.e2, self.e12 + o.e12)

    def __mul__(self, o):
        return HyperDual(
            self.f * o.f,
            self.f * o.e1 + self.e1 * o.f,
            self.f * o.e2 + self.e2 * o.f,
            self.f * o.e12 + self.e1 * o.e2 + self.e2 * o.e1 + self.e12 * o.f,
        )


class Value:
    def __init__(self, data, how=None, below=()):
        self.data = data
        self.grad = 0.0
        self.how = how
        self.below = below

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda a, b: a + b, (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda a, b: a * b, (self, other))

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

    def run(self, leaf, known):
        if self not in known:
            if self.how is None:
                seed = 1.0 if self is leaf else 0.0
                known[self] = HyperDual(self.data, seed, seed)
            else:
                known[self] = self.how(*(each.run(leaf, known) for each in self.below))
        return known[self]

    def all_leaves(self, met):
        if self not in met:
            met[self] = None
            for each in self.below:
                each.all_leaves(met)
        return [node for node in met if node.how is None]

    def backward(self):
        for leaf in self.all_leaves({}):
            leaf.grad += self.run(leaf, {}).e1
