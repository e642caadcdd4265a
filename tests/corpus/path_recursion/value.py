import math

# Chain rule, literally: the gradient of a node is the sum, over all paths from the
# output to the node, of the product of the local derivatives along the path.
# So each path just adds its own product.


def number(x):
    return isinstance(x, (int, float))


class Value:
    def __init__(self, data, label=''):
        self.data = data
        self.label = label
        self.grad = 0.0
        self.parents = []

    def made_from(self, *pairs):
        for parent, local in pairs:
            self.parents.append((parent, local))
        return self

    def backward(self, g=1.0):
        self.grad += g
        for parent, local in self.parents:
            parent.backward(local * g)

    def __add__(self, other):
        if number(other):
            return Value(self.data + other).made_from((self, 1))
        return Value(self.data + other.data).made_from((self, 1), (other, 1))

    def __mul__(self, other):
        if number(other):
            return Value(self.data * other).made_from((self, other))
        return Value(self.data * other.data).made_from((self, other.data), (other, self.data))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if number(other):
            return self * (1 / other)
        return self * other.inverse()

    def inverse(self):
        return Value(1 / self.data).made_from((self, -1 / self.data**2))

    def __pow__(self, n):
        if not number(n):
            raise TypeError('the exponent has to be a number')
        return Value(self.data**n).made_from((self, n * self.data**(n - 1)))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self.inverse() * other

    def exp(self):
        e = math.exp(self.data)
        return Value(e).made_from((self, e))

    def log(self):
        return Value(math.log(self.data)).made_from((self, 1 / self.data))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t).made_from((self, 1 - t**2))

    def relu(self):
        if self.data <= 0:
            return Value(0.0).made_from((self, 0.0))
        return Value(self.data).made_from((self, 1.0))

    def __repr__(self):
        return 'Value(%s = %s, grad %s)' % (self.label, self.data, self.grad)
