# 逆伝播: out.backward() のあと out.grads[x] に勾配が入る
class Scalar:
    def __init__(self, x, parents=()):
        self.x = x
        self.parents = parents
        self.grads = {}

    def __add__(self, other):
        if not isinstance(other, Scalar):
            other = Scalar(other)
        return Scalar(self.x + other.x, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        if not isinstance(other, Scalar):
            other = Scalar(other)
        return Scalar(self.x * other.x, [(self, other.x), (other, self.x)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return Scalar(-self.x, [(self, -1.0)])

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def relu(self):
        return Scalar(self.x if self.x > 0 else 0.0, [(self, 1.0 if self.x > 0 else 0.0)])

    def backward(self):
        order = []
        def visit(n):
            if n not in order:
                for p, _ in n.parents:
                    visit(p)
                order.append(n)
        visit(self)
        self.grads = {n: 0.0 for n in order}
        self.grads[self] = 1.0
        for n in reversed(order):
            for p, d in n.parents:
                self.grads[p] += d * self.grads[n]
