"""Each node keeps its operands in a list and what they get in a dict; both are walked side by side."""

import math


class Value:
    __slots__ = ("data", "grad", "operands", "slopes")

    def __init__(self, data, operands=(), slopes=None):
        self.data = float(data)
        self.grad = 0.0
        self.operands = list(operands)
        self.slopes = slopes or {}

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Value) else Value(thing)

    def __add__(self, other):
        out = Value(self.data, [self, Value.of(other)])
        other = out.operands[1]
        out.data += other.data
        out.slopes[id(self)] = 1.0
        out.slopes[id(other)] = 1.0
        return out

    def __sub__(self, other):
        other = Value.of(other)
        out = Value(self.data - other.data, [self, other])
        out.slopes[id(self)] = 1.0
        out.slopes[id(other)] = -1.0
        return out

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [self, other], {id(self): other.data, id(other): self.data})

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], {id(self): e})

    def __neg__(self):
        return Value(-self.data, [self], {id(self): -1.0})

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value.of(other) - self

    def backward(self):
        finished = []
        marks = set()

        def finish(node):
            marks.add(id(node))
            for operand in node.operands:
                if id(operand) not in marks:
                    finish(operand)
            finished.append(node)

        finish(self)
        self.grad = 1.0
        while finished:
            node = finished.pop()
            for operand in node.operands:
                operand.grad += node.slopes[id(operand)] * node.grad
