class Value:
    """Each number carries its derivative with respect to every input, from the inputs on."""

    def __init__(self, data, slopes=None):
        self.data = data
        self.grad = 0.0
        self.slopes = {self: 1.0} if slopes is None else slopes

    def _made(self, data, *shares):
        slopes = {}
        for node, slope in shares:
            for leaf, inner in node.slopes.items():
                slopes[leaf] = slopes.get(leaf, 0.0) + slope * inner
        return Value(data, slopes)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self._made(self.data * other.data, (self, other.data), (other, self.data))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        for leaf, slope in self.slopes.items():
            leaf.grad += slope
