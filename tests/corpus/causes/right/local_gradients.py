class Value:
    def __init__(self, data, _parents=(), _local=(), label=''):
        self.data, self.grad = data, 0.0
        self._parents, self._local = _parents, _local
        self.label = label

    def __add__(self, other):
        if not isinstance(other, Value): other = Value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value): other = Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, k):
        return Value(self.data ** k, (self,), (k * self.data ** (k - 1),))

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -other
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __rsub__(self, other): return -self + other
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return self ** -1 * other

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), (1.0 if self.data > 0 else 0.0,))

    def backward(self):
        topo, stack, done = [], [(self, False)], set()
        while stack:
            node, ready = stack.pop()
            if ready:
                topo.append(node)
                continue
            if node in done:
                continue
            done.add(node)
            stack.append((node, True))
            for p in node._parents:
                stack.append((p, False))
        self.grad = 1.0
        for node in topo[::-1]:
            for p, d in zip(node._parents, node._local):
                p.grad += d * node.grad
