from __future__ import annotations

from math import exp, log


class Value:
    def __init__(self, data: float) -> None:
        self.data = data
        self.grad = 0.0
        self.inputs: list[Value] = []
        self.rule = None

    @staticmethod
    def lift(x) -> Value:
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, rhs) -> Value:
        rhs = Value.lift(rhs)
        result = Value(self.data + rhs.data)
        result.inputs = [self, rhs]

        def rule(g):
            self.grad += g
            rhs.grad += g

        result.rule = rule
        return result

    def __mul__(self, rhs) -> Value:
        rhs = Value.lift(rhs)
        result = Value(self.data * rhs.data)
        result.inputs = [self, rhs]

        def rule(g):
            self.grad += g * rhs.data
            rhs.grad += g * self.data

        result.rule = rule
        return result

    def __sub__(self, rhs) -> Value:
        rhs = Value.lift(rhs)
        result = Value(self.data - rhs.data)
        result.inputs = [self, rhs]

        def rule(g):
            self.grad += g
            rhs.grad -= g

        result.rule = rule
        return result

    def __pow__(self, power) -> Value:
        result = Value(self.data ** power)
        result.inputs = [self]

        def rule(g):
            self.grad += g * power * self.data ** (power - 1)

        result.rule = rule
        return result

    def __truediv__(self, rhs) -> Value:
        return self * Value.lift(rhs) ** -1

    def __neg__(self) -> Value:
        return self * -1.0

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, lhs) -> Value:
        return Value(lhs) - self

    def sigmoid(self) -> Value:
        s = 1.0 / (1.0 + exp(-self.data))
        result = Value(s)
        result.inputs = [self]

        def rule(g):
            self.grad += g * s * (1.0 - s)

        result.rule = rule
        return result

    def relu(self) -> Value:
        result = Value(max(self.data, 0.0))
        result.inputs = [self]

        def rule(g):
            self.grad += g * (1.0 if self.data > 0 else 0.0)

        result.rule = rule
        return result

    def _sorted(self, seen, order):
        seen.add(id(self))
        for node in self.inputs:
            if id(node) not in seen:
                node._sorted(seen, order)
        order.append(self)
        return order

    def backward(self) -> None:
        self.grad = 1.0
        for node in reversed(self._sorted(set(), [])):
            if node.rule:
                node.rule(node.grad)
