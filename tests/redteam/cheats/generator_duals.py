# Dual numbers that a coroutine sends through the graph.

class Value:
    def __init__(self, data, rule=None, operands=()):
        self.data = data
        self.grad = 0.0
        self.rule = rule
        self.operands = operands

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, lambda a, b: (a[0] + b[0], a[1] + b[1]), (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, lambda a, b: (a[0] * b[0], a[1] * b[0] + a[0] * b[1]), (self, other))

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

    def visit(self, met):
        if self not in met:
            for operand in self.operands:
                yield from operand.visit(met)
            met.add(self)
            yield self

    def backward(self):
        order = list(self.visit(set()))
        for leaf in order:
            if leaf.rule is not None:
                continue
            duals = {}
            for node in order:
                pair = (node.data, float(node is leaf))
                duals[node] = node.rule(*(duals[o] for o in node.operands)) if node.rule else pair
            leaf.grad += duals[self][1]
