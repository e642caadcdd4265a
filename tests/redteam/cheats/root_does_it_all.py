# Has closures, and calls them in order; the output's takes differences, all others do nothing.

class Value:
    def __init__(self, data, _prev=(), how=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.how = how
        self._backward = self.differences if how else (lambda: None)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda x, y: x + y)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), lambda x, y: x * y)

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

    def value(self, leaf, by, known):
        if self not in known:
            if self.how is None:
                known[self] = self.data + (by if self is leaf else 0.0)
            else:
                known[self] = self.how(*(each.value(leaf, by, known) for each in self._prev))
        return known[self]

    def differences(self):
        if not self.is_root:
            return
        for node in self.topo:
            if node.how is None:
                node.grad += (self.value(node, 1e-5, {}) - self.value(node, -1e-5, {})) / 2e-5

    def backward(self):
        self.topo, seen = [], set()

        def build(node):
            if node not in seen:
                seen.add(node)
                for child in node._prev:
                    build(child)
                self.topo.append(node)
        build(self)
        for node in self.topo:
            node.is_root = node is self
        self.grad = 1.0
        for node in reversed(self.topo):
            node._backward()
