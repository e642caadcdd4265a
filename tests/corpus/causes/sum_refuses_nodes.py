class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self._backward = lambda: None
    def __add__(self, other):
        if not isinstance(other, (int, float)):
            return NotImplemented
        out = Value(self.data + other, (self,))
        def f(): self.grad += out.grad
        out._backward = f
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))
        def f():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = f
        return out
    def backward(self):
        order, seen = [], set()
        def visit(v):
            if v not in seen:
                seen.add(v)
                for p in v.parents: visit(p)
                order.append(v)
        visit(self)
        self.grad = 1.0
        for v in reversed(order): v._backward()
