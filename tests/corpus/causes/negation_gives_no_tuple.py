class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = list(parents)
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out.rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.rule = rule
        return out

    def __neg__(self):
        out = Value(-self.data, self)

        def rule():
            self.grad -= result.grad

        out.rule = rule
        return out

    def __sub__(self, other):
        return self + -other

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
