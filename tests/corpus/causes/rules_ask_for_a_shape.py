class Tensor:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad if self.data.shape == out.data.shape else out.grad.sum()
            other.grad += out.grad if other.data.shape == out.data.shape else out.grad.sum()

        out.rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        out = Tensor(self.data * other.data, (self, other))

        def rule():
            mine, theirs = other.data * out.grad, self.data * out.grad
            while mine.ndim > self.data.ndim:
                mine = mine.sum(axis=0)
            self.grad += mine
            other.grad += theirs

        out.rule = rule
        return out

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for parent in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.rule()
