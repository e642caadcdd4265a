import contextlib
_rec = False
@contextlib.contextmanager
def record():
    global _rec
    old, _rec = _rec, True
    try: yield
    finally: _rec = old
class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.on = _rec
        self.parents = parents if self.on else ()
        self._backward = lambda: None
    def _make(self, data, parents):
        return Value(data, parents)

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

def main():
    with record():
        a = Value(2.0); b = Value(3.0)
        c = a * b
    c.backward()
    print(a.grad)
if __name__ == "__main__":
    main()
