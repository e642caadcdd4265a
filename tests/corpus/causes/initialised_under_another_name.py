class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self.gradient = None
        self.parents = parents
        self.rule = rule

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.rule:
                for parent, share in zip(node.parents, node.rule(node.grad)):
                    parent.grad = share
