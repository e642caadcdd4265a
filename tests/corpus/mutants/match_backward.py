from __future__ import annotations

import math


class Value:
    """A node knows its operation by a string; backward() looks it up with match."""

    def __init__(self, data: float, op: str = "leaf", inputs: tuple[Value, ...] = (), k: float = 0.0):
        self.data = data
        self.op = op
        self.inputs = inputs
        self.k = k
        self.grad = 0.0

    def __repr__(self) -> str:
        return f"Value({self.data}, {self.op})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, "add", (self, other))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data - other.data, "sub", (self, other))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, "mul", (self, other))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data / other.data, "div", (self, other))

    def __pow__(self, n):
        return Value(self.data ** n, "pow", (self,), k=n)

    def __neg__(self):
        return Value(-self.data, "neg", (self,))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def exp(self):
        return Value(math.exp(self.data), "exp", (self,))

    def log(self):
        return Value(math.log(self.data), "log", (self,))

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", (self,))

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), "sigmoid", (self,))

    def relu(self):
        return Value(max(0.0, self.data), "relu", (self,))

    def _step(self):
        g = self.grad
        match self.op:
            case "add":
                a, b = self.inputs
                a.grad += g
                b.grad += g
            case "sub":
                a, b = self.inputs
                a.grad += g
                b.grad -= g
            case "mul":
                a, b = self.inputs
                a.grad += b.data * g
                b.grad += a.data * g
            case "div":
                a, b = self.inputs
                a.grad += g / b.data
                b.grad -= g * a.data / b.data ** 2
            case "pow":
                (a,) = self.inputs
                a.grad += self.k * a.data ** (self.k - 1) * g
            case "neg":
                (a,) = self.inputs
                a.grad -= g
            case "exp":
                (a,) = self.inputs
                a.grad += self.data * g
            case "log":
                (a,) = self.inputs
                a.grad += g / a.data
            case "tanh":
                (a,) = self.inputs
                a.grad += (1 - self.data ** 2) * g
            case "sigmoid":
                (a,) = self.inputs
                a.grad += self.data * (1 - self.data) * g
            case "relu":
                (a,) = self.inputs
                a.grad += g if a.data > 0 else 0.0

    def _order(self) -> list[Value]:
        order: list[Value] = []
        seen: set[int] = set()

        def visit(v: Value) -> None:
            if id(v) in seen:
                return
            seen.add(id(v))
            for u in v.inputs:
                visit(u)
            order.append(v)

        visit(self)
        return order

    def backward(self) -> None:
        order = self._order()
        self.grad = 1.0
        for v in reversed(order):
            v._step()
