class Num:
    def __init__(self, data, parents=(), op=None):
        self.data = data
        self.grad = 0.0
        self.parents = set(parents)
        self.op = op
        self._backward = lambda: None

    def __add__(self, other):
        return Num(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        return Num(self.data * other.data, (self, other), "mul")

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            if node.op is None:
                continue
            left, right = node.parents[0], node.parents[-1]
            if node.op == "add":
                left.grad += node.grad
                right.grad += node.grad
            if node.op == "mul":
                left.grad += right.data * node.grad
                right.grad += left.data * node.grad
