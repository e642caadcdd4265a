class Value:
    def __init__(self, data, children=(), name=""):
        self.data = data
        self.children = set(children)
        self.name = name
        self.grad = 0.0
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad = out.grad
            other.grad = out.grad

        out._backward = _backward
        return out

    def __mult__(self, other):
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad = out.grad * other.data
            other.grad = out.grad * self.data

        out._backward = _backward
        return out
