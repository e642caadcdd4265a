class Amount:
    def __init__(self, value, parent1, parent2, kind):
        self.value = value
        self.parent1 = parent1
        self.parent2 = parent2
        self.kind = kind
        self.grad = 0

    def __add__(self, other):
        return Amount(self.value + other.value, self, other, "sum")

    def __sub__(self, other):
        return Amount(self.value - other.value, self, other, "difference")

    def __mul__(self, other):
        return Amount(self.value * other.value, self, other, "product")

    def spread(self):
        order = []

        def visit(node):
            if node is not None and node not in order:
                visit(node.parent1)
                visit(node.parent2)
                order.append(node)

        visit(self)
        for node in reversed(order):
            first, second = node.parent1, node.parent2
            if node.kind == "sum":
                first.grad += node.grad
                second.grad += node.grad
            elif node.kind == "difference":
                first.grad += node.grad
                second.grad -= node.grad
            elif node.kind == "product":
                first.grad += second.value * node.grad
                second.grad += first.value * node.grad
