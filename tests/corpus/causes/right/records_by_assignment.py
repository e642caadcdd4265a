class Value:
    """Each operation has a branch for nodes and one for plain numbers; operands are recorded afterwards."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.parents = set()
        self.step = lambda: None

    def __add__(self, other):
        if isinstance(other, Value):
            out = Value(self.data + other.data)
            out.parents = {self, other}

            def step():
                self.grad += out.grad
                other.grad += out.grad
        else:
            out = Value(self.data + other)
            out.parents = {self}

            def step():
                self.grad += out.grad

        out.step = step
        return out

    def __sub__(self, other):
        if isinstance(other, Value):
            out = Value(self.data - other.data)
            out.parents = {self, other}

            def step():
                self.grad += out.grad
                other.grad -= out.grad
        else:
            out = Value(self.data - other)
            out.parents = {self}

            def step():
                self.grad += out.grad

        out.step = step
        return out

    def __mul__(self, other):
        if isinstance(other, Value):
            out = Value(self.data * other.data)
            out.parents = {self, other}

            def step():
                self.grad += other.data * out.grad
                other.grad += self.data * out.grad
        else:
            out = Value(self.data * other)
            out.parents = {self}

            def step():
                self.grad += other * out.grad

        out.step = step
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
            node.step()
