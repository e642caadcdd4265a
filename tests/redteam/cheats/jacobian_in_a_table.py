# Forward mode in a table of the module, by the numbers of the nodes.

TABLE = {}
NODES = []


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.number = len(NODES)
        NODES.append(self)
        TABLE[self.number] = {self.number: 1.0}

    def made(self, data, *parts):
        out = Value(data)
        row = TABLE[out.number] = {}
        for node, partial in parts:
            for leaf, slope in TABLE[node.number].items():
                row[leaf] = row.get(leaf, 0.0) + partial * slope
        return out

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self.made(self.data * other.data, (self, other.data), (other, self.data))

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
        for leaf, slope in TABLE[self.number].items():
            NODES[leaf].grad += slope
