"""The rules stand beside the class; that of `*` is given to the left operand."""


def _nothing(node):
    return


def _of_sum(node, left, right):
    left.grad += node.grad
    right.grad += node.grad


def _of_product(node, left, right):
    left.grad += right.data * node.grad
    right.grad += left.data * node.grad


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.pull = _nothing

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        total = Value(self.data + other.data, (self, other))
        total.pull = _of_sum
        return total

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        product = Value(self.data * other.data, (self, other))
        self.pull = _of_product
        return product

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        done, ordered = [], []

        def walk(node):
            if node in done:
                return
            done.append(node)
            for parent in node.parents:
                walk(parent)
            ordered.insert(0, node)

        walk(self)
        self.grad = 1.0
        for node in ordered:
            node.pull(node, *node.parents)
