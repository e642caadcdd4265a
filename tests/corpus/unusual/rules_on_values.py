import math


class Value:
    def __init__(self, data, operands=(), rule=None):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.rule = rule

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other, g * self))

    def __pow__(self, k):
        return Value(self.data**k, (self,), lambda g: (g * (Value(k) * self ** (k - 1)),))

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        out.rule = lambda g: (g * (Value(1.0) - out * out),)
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

    def backward(self):
        order, met = [], set()

        def visit(node):
            if id(node) not in met:
                met.add(id(node))
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        flow = {id(self): Value(1.0)}
        for node in reversed(order):
            arriving = flow[id(node)]
            node.grad += arriving.data
            if node.rule is None:
                continue
            for operand, share in zip(node.operands, node.rule(arriving)):
                before = flow.get(id(operand))
                flow[id(operand)] = share if before is None else before + share
