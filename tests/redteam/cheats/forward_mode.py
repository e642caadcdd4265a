# Derivatives are carried forward while the graph is built; backward() only hands them out.
# The closures are there, and do what they should; nobody calls them.


class Value:
    def __init__(self, data, _children=(), _slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = _children
        self._backward = lambda: None
        self._slopes = {self: 1.0}
        for node in _slopes or ():
            self._slopes[node] = _slopes[node]

    def _make(self, data, *parts):
        slopes = {}
        for node, partial in parts:
            for leaf, slope in node._slopes.items():
                slopes[leaf] = slopes.get(leaf, 0.0) + partial * slope
        out = Value(data, tuple(node for node, _ in parts), slopes)

        def _backward():
            for node, partial in parts:
                node.grad += partial * out.grad
        out._backward = _backward
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._make(self.data * other.data, (self, other.data), (other, self.data))

    def __pow__(self, k):
        return self._make(self.data ** k, (self, k * self.data ** (k - 1)))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __truediv__(self, other):
        return self * other ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self ** -1 * other

    def backward(self):
        for node, slope in self._slopes.items():
            node.grad += slope
