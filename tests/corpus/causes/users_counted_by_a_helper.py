class Value:
    def __init__(self, data):
        self.data, self.grad, self.parents, self.pending = data, 0.0, [], 0

    def _out(self, data, *pairs):
        out = Value(data)
        out.parents = pairs
        for p, _ in pairs:
            p.pending += 1
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._out(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._out(self.data * other.data, (self, other.data), (other, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def backward(self):
        self.grad = 1.0
        todo = [self]
        while todo:
            node = todo.pop()
            for p, d in node.parents:
                p.grad += d * node.grad
                p.pending -= 1
                if p.pending == 0:
                    todo.append(p)
