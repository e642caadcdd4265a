from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal, Union

Number = Union[int, float]
Op = Literal["leaf", "add", "mul", "neg", "recip", "pow", "exp", "tanh", "relu", "sin"]


@dataclass(eq=False, repr=False)
class Value:
    data: float
    op: Op = "leaf"
    inputs: list[Value] = field(default_factory=list)
    exponent: Number | None = None
    grad: float = field(default=0.0, init=False)

    # -- building ------------------------------------------------------------

    @classmethod
    def of(cls, x: Value | Number) -> Value:
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        return Value(self.data + other.data, "add", [self, other])

    def __mul__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        return Value(self.data * other.data, "mul", [self, other])

    def __neg__(self) -> Value:
        return Value(-self.data, "neg", [self])

    def reciprocal(self) -> Value:
        return Value(1.0 / self.data, "recip", [self])

    def __pow__(self, other: Value | Number) -> Value:
        if isinstance(other, Value):
            return (other * self.log()).exp()
        return Value(self.data**other, "pow", [self], exponent=other)

    def log(self) -> Value:
        out = Value(math.log(self.data), "log", [self])
        return out

    def exp(self) -> Value:
        return Value(math.exp(self.data), "exp", [self])

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), "tanh", [self])

    def relu(self) -> Value:
        return Value(max(0.0, self.data), "relu", [self])

    def sin(self) -> Value:
        return Value(math.sin(self.data), "sin", [self])

    def __sub__(self, other): return self + (-Value.of(other))
    def __truediv__(self, other): return self * Value.of(other).reciprocal()
    def __radd__(self, other): return Value.of(other) + self
    def __rsub__(self, other): return Value.of(other) - self
    def __rmul__(self, other): return Value.of(other) * self
    def __rtruediv__(self, other): return Value.of(other) / self
    def __rpow__(self, other): return Value.of(other) ** self

    # -- differentiating -----------------------------------------------------

    def _chain(self) -> None:
        g = self.grad
        match self.op, self.inputs:
            case "leaf", []:
                pass
            case "add", [a, b]:
                a.grad += g
                b.grad += g
            case "mul", [a, b]:
                a.grad += g * b.data
                b.grad += g * a.data
            case "neg", [a]:
                a.grad -= g
            case "recip", [a]:
                a.grad -= g / a.data**2
            case "pow", [a]:
                a.grad += g * self.exponent * a.data ** (self.exponent - 1)
            case "exp", [a]:
                a.grad += g * self.data
            case "log", [a]:
                a.grad += g / a.data
            case "tanh", [a]:
                a.grad += g * (1 - self.data**2)
            case "relu", [a]:
                a.grad += g if a.data > 0 else 0.0
            case "sin", [a]:
                a.grad += g * math.cos(a.data)
            case _:
                raise NotImplementedError(self.op)

    def backward(self) -> None:
        order: list[Value] = []
        seen: set[int] = set()

        def walk(v: Value) -> None:
            if id(v) in seen:
                return
            seen.add(id(v))
            for parent in v.inputs:
                walk(parent)
            order.append(v)

        walk(self)
        self.grad = 1.0
        for v in reversed(order):
            v._chain()

    def __repr__(self) -> str:
        return f"<{self.op} {self.data:.3g} d={self.grad:.3g}>"
