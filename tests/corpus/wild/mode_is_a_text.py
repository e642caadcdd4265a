class Value:
    def __init__(self, data, parents=(), mode="eval"):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.on = mode == "record"
        self._backward = lambda: None
    def _make(self, data, parents):
        return Value(data, parents, "record" if any(p.on for p in parents) else "eval")

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._make(self.data + other.data, (self, other))
        def rule():
            if self.on: self.grad += out.grad
            if other.on: other.grad += out.grad
        out._backward = rule
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._make(self.data * other.data, (self, other))
        def rule():
            if self.on: self.grad += other.data * out.grad
            if other.on: other.grad += self.data * out.grad
        out._backward = rule
        return out
    def __pow__(self, n):
        out = self._make(self.data ** n, (self,))
        def rule():
            if self.on: self.grad += n * self.data ** (n-1) * out.grad
        out._backward = rule
        return out
    __radd__ = __add__
    __rmul__ = __mul__
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + (-o)
    def __rsub__(self, o): return (-self) + o
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
