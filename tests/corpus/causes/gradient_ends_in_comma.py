class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0,
        self.parents = parents
        self.push = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out.push = push
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def push():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.push = push
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def backward(self):
        nodes, met = [], set()

        def meet(node):
            if node not in met:
                met.add(node)
                for parent in node.parents:
                    meet(parent)
                nodes.append(node)

        meet(self)
        self.grad = 1.0
        for node in reversed(nodes):
            node.push()
