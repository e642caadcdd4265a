import math


class Value:
    def __init__(self, data, operands=(), locals_=()):
        self.data = data
        self.grad = 0.0
        self.operands = operands
        self.locals_ = locals_

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), ("1.0", "1.0"))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), (repr(other.data), repr(self.data)))

    def __pow__(self, k):
        return Value(self.data**k, (self,), (f"{k!r} * ({self.data!r}) ** ({k!r} - 1)",))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (f"1 - ({t!r}) ** 2",))

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
            if node not in met:
                met.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        place = {node: number for number, node in enumerate(order)}
        lines = {node: [] for node in order}
        for node in order:
            for operand, local in zip(node.operands, node.locals_):
                lines[operand].append(f"({local}) * g{place[node]}")
        scope = {f"g{place[self]}": 1.0}
        for node in reversed(order[:-1]):
            scope[f"g{place[node]}"] = eval(" + ".join(lines[node]), {}, scope)
        for node in order:
            node.grad += scope[f"g{place[node]}"]
