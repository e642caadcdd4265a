class Value:
    def __init__(self, data, first=None, second=None, operation=""):
        self.data = data
        self.first, self.second = first, second
        self.operation = operation
        self.grad = 0.0

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, self, other, "add")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, self, other, "mul")

    def __neg__(self):
        return Value(-self.data, self, operation="neg")

    def __sub__(self, other):
        return self + -other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if node is None or node in seen:
                return
            seen.add(node)
            visit(node.first)
            visit(node.second)
            order.append(node)

        visit(self)
        self.grad = 0.0
        for node in reversed(order):
            node.share()

    def share(self):
        if self.operation == "add":
            self.first.grad += self.grad
            self.second.grad += self.grad
        elif self.operation == "mul":
            self.first.grad += self.second.data * self.grad
            self.second.grad += self.first.data * self.grad
        elif self.operation == "neg":
            self.first.grad -= self.grad
