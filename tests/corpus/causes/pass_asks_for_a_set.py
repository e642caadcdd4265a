class Value:
    def __init__(self, data, parents=()):
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

    def order(self, seen):
        if self in seen:
            return []
        seen.add(self)
        return [node for parent in self.parents for node in parent.order(seen)] + [self]

    def backward(self, seen):
        seen.add(self)
        self.grad = 1.0
        for node in reversed([node for parent in self.parents for node in parent.order(seen)] + [self]):
            node.rule()
