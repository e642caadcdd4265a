class Vertex:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0.0
        self.children = children
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Vertex) else Vertex(other)
        out = Vertex(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out.rule = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Vertex) else Vertex(other)
        out = Vertex(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.rule = rule
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def listed(self, order, seen):
        if self not in seen:
            seen.add(self)
            for child in self.children:
                order += child.listed(order, seen)
            order.append(self)
        return order

    def backward(self):
        order = self.listed([], set())
        self.grad = 1.0
        for node in reversed(order):
            node.rule()
