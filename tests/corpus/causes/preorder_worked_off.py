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
                order.append(node)
                for parent in node.parents:
                    visit(parent)

        visit(self)
        self.grad = 1.0
        while order:
            node = order.pop(0)
            if node.rule:
                node.rule()
