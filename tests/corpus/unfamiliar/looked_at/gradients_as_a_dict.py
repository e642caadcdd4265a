"""Pure style: rules return contributions, a function collects them in a dict, nodes change once at the end."""
import math


class Value:
    def __init__(self, data, operands=(), vjp=None):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.vjp = vjp

    def __add__(self, other):
        return binary(self, other, lambda a, b: a + b, lambda a, b, g: (g, g))

    def __sub__(self, other):
        return binary(self, other, lambda a, b: a - b, lambda a, b, g: (g, -g))

    def __mul__(self, other):
        return binary(self, other, lambda a, b: a * b, lambda a, b, g: (g * b, g * a))

    def __truediv__(self, other):
        return binary(self, other, lambda a, b: a / b, lambda a, b, g: (g / b, -g * a / b**2))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return unary(self, lambda a: -a, lambda a, g: -g)

    def __pow__(self, n):
        return unary(self, lambda a: a**n, lambda a, g: g * n * a ** (n - 1))

    def tanh(self):
        return unary(self, math.tanh, lambda a, g: g * (1 - math.tanh(a) ** 2))

    def exp(self):
        return unary(self, math.exp, lambda a, g: g * math.exp(a))

    def log(self):
        return unary(self, math.log, lambda a, g: g / a)

    def relu(self):
        return unary(self, lambda a: max(a, 0.0), lambda a, g: g if a > 0 else 0.0)

    def backward(self):
        for node, total in gradients(self).items():
            node.grad += total


def unary(x, f, vjp):
    return Value(f(x.data), (x,), lambda g: (vjp(x.data, g),))


def binary(x, y, f, vjp):
    if not isinstance(y, Value):
        y = Value(y)
    return Value(f(x.data, y.data), (x, y), lambda g: vjp(x.data, y.data, g))


def topological(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for operand in node.operands:
                visit(operand)
            order.append(node)

    visit(root)
    return order[::-1]


def gradients(root):
    total = {root: 1.0}
    for node in topological(root):
        if node.vjp is None:
            continue
        for operand, share in zip(node.operands, node.vjp(total[node])):
            total[operand] = total.get(operand, 0.0) + share
    return total
