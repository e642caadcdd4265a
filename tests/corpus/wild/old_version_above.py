"""My autograd. v1 is kept for the blog post, v2 is the real one."""

import math


# ==============================================================================
# v1: forward mode idea, every value knows its derivative wrt ONE input
# ==============================================================================
class ValueV1:
    def __init__(self, data, grad=0.0):
        self.data = data
        self.grad = grad

    def __add__(self, other):
        return ValueV1(self.data + other.data, self.grad + other.grad)

    def __mul__(self, other):
        return ValueV1(self.data * other.data, self.grad * other.data + self.data * other.grad)

    # def __pow__(self, n): ...

    def backward(self):
        raise NotImplementedError("this is forward mode, there is nothing to do backwards")


# class Value:
#     def __init__(self, data):
#         self.data = data
#         self.children = []
#     def backward(self, grad=1):
#         self.grad = grad
#         for c, g in self.children:
#             c.backward(g * grad)      # WRONG: overwrites


# ==============================================================================
# v2
# ==============================================================================
class ValueV2:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self.children = children  # tuples (node, local derivative)

    def __repr__(self):
        return f"V({self.data:.3f}, {self.grad:.3f})"

    def __add__(self, other):
        other = wrap(other)
        return ValueV2(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __mul__(self, other):
        other = wrap(other)
        return ValueV2(self.data * other.data, ((self, other.data), (other, self.data)))

    def __sub__(self, other):
        other = wrap(other)
        return ValueV2(self.data - other.data, ((self, 1.0), (other, -1.0)))

    def __truediv__(self, other):
        other = wrap(other)
        return ValueV2(self.data / other.data,
                       ((self, 1 / other.data), (other, -self.data / other.data**2)))

    def __pow__(self, n):
        return ValueV2(self.data**n, ((self, n * self.data**(n - 1)),))

    def __neg__(self):
        return ValueV2(-self.data, ((self, -1.0),))

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return ValueV2(t, ((self, 1 - t * t),))

    def relu(self):
        return ValueV2(max(0.0, self.data), ((self, 1.0 if self.data > 0 else 0.0),))

    def backward(self):
        order = []
        seen = set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for child, _ in node.children:
                    visit(child)
                order.append(node)

        visit(self)
        self.grad = 1.0
        while order:
            node = order.pop()
            for child, d in node.children:
                child.grad += d * node.grad


def wrap(x):
    return x if isinstance(x, ValueV2) else ValueV2(x)


if __name__ == "__main__":
    a, b = ValueV2(2.0), ValueV2(3.0)
    c = a * b + a
    c.backward()
    print(a, b, c)
