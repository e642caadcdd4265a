class Value:
    def __init__(self, data, parents=()):
        assert len(parents) < 2 or parents[0] is not parents[1]
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

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
        order = []

        def visit(node):
            for parent in node.parents:
                if parent not in order:
                    visit(parent)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in order[::-1]:
            node.rule()
