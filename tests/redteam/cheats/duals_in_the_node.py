# Dual numbers while the graph is built: every node holds its derivative with respect to every input.

class Value:
    def __init__(self, data, duals=None):
        self.data = data
        self.grad = 0.0
        self.duals = {id(self): (self, 1.0)} if duals is None else duals

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        duals = dict(self.duals)
        for key, (leaf, slope) in other.duals.items():
            duals[key] = (leaf, duals.get(key, (leaf, 0.0))[1] + slope)
        return Value(self.data + other.data, duals)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        duals = {key: (leaf, slope * other.data) for key, (leaf, slope) in self.duals.items()}
        for key, (leaf, slope) in other.duals.items():
            duals[key] = (leaf, duals.get(key, (leaf, 0.0))[1] + slope * self.data)
        return Value(self.data * other.data, duals)

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
        for leaf, slope in self.duals.values():
            leaf.grad += slope
