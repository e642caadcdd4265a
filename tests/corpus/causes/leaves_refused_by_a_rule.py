class Value:
    def __init__(self, data, parents=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = rule

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def rule():
            for parent in out.parents:
                if not parent.parents:
                    continue
                parent.grad += out.grad

        out.rule = rule
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.rule = rule
        return out

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
                node.rule()
