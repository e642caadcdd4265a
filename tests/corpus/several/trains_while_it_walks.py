"""The backward pass changes data as a training step would, and follows each path on its own."""


class Value:
    def __init__(self, data, parents=(), shares=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.shares = shares

    def __add__(self, other):
        return Value(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __mul__(self, other):
        return Value(
            self.data * other.data,
            (self, other),
            (lambda g: g * other.data, lambda g: g * self.data),
        )

    def backward(self):
        self.grad = 1.0
        self._walk()

    def _walk(self):
        for parent, share in zip(self.parents, self.shares):
            parent.grad += share(self.grad)
            parent.data -= parent.grad
            parent._walk()
