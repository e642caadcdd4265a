class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.grad = 0
        self.children = children
        self.step = None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def step():
            self.grad = self.grad + out.grad
            other.grad = self.grad + out.grad

        out.step = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def step():
            self.grad = self.grad + other.data * out.grad
            other.grad = other.grad + self.data * out.grad

        out.step = step
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        topo = []

        def build(node):
            if node not in topo:
                for child in node.children:
                    build(child)
                topo.append(node)

        build(self)
        self.grad = 1
        for node in reversed(topo):
            if node.step:
                node.step()
