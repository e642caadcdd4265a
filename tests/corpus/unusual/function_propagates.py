"""The pass is a function beside the class, under a name of its own."""


class Value:
    def __init__(self, data, parents=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.slopes = slopes

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), (other.data, self.data))


def ordered(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(root)
    return order


def compute_gradients(root):
    order = ordered(root)
    for node in order:
        if node.parents:
            node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        for parent, slope in zip(node.parents, node.slopes):
            parent.grad += slope * node.grad
