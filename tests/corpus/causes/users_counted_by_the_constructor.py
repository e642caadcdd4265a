class Value:
    def __init__(self, data, parents=(), op=""):
        self.data = data
        self.grad = 0.0
        self.parents = list(parents)
        self.consumers = 0
        for p in self.parents:
            p.consumers += 1
        self.rule = None

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

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node.rule:
                node.rule()
            for p in node.parents:
                p.consumers -= 1
                if p.consumers == 0:
                    ready.append(p)
