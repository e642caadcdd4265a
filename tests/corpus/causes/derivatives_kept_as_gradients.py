class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 1.0
        self.parents = parents

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))
        self.grad = 1.0
        other.grad = 1.0
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))
        self.grad = other.data
        other.grad = self.data
        return out

    def backward(self, upstream=1.0):
        self.grad = self.grad * upstream
        for p in self.parents:
            p.backward(self.grad)
