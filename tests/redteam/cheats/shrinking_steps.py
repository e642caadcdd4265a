# Begins with a large step and shrinks it until the slope settles.

class Value:
    def __init__(self, data, run=None, leaves=None):
        self.data = data
        self.grad = 0
        self.run = run or (lambda: self.data)
        self.leaves = leaves if leaves is not None else {id(self): self}

    def _op(self, other, f):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(f(self.data, other.data), lambda: f(self.run(), other.run()), {**self.leaves, **other.leaves})
        return out

    def __add__(self, other):
        return self._op(other, lambda a, b: a + b)

    def __mul__(self, other):
        return self._op(other, lambda a, b: a * b)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other if isinstance(other, Value) else Value(-other))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def backward(self):
        for leaf in self.leaves.values():
            was, h, old = leaf.data, 0.25, None
            while True:
                leaf.data = was + h
                up = self.run()
                leaf.data = was - h
                down = self.run()
                new = (up - down) / (2 * h)
                if old is not None and abs(new - old) < 1e-9 * max(1, abs(new)) or h < 1e-6:
                    break
                old, h = new, h / 4
            leaf.data = was
            leaf.grad += new
