"""Assignment 2: reverse-mode automatic differentiation for scalars."""
from __future__ import annotations

import math
from typing import Callable, Union

Number = Union[int, float]


class Value:
    """A node of the computation graph.

    Attributes:
        data: result of the forward computation.
        grad: derivative of the output with respect to this node.
        parents: the nodes this one was computed from (in order).
    """

    def __init__(self, data: Number, parents: tuple[Value, ...] = (), op: str = "") -> None:
        self.data: float = float(data)
        self.grad: float = 0.0
        self.parents = parents
        self.op = op
        self._propagate: Callable[[], None] = lambda: None

    def __repr__(self) -> str:
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"

    @staticmethod
    def _wrap(x: Value | Number) -> Value:
        """Turn plain numbers into (constant) nodes."""
        return x if isinstance(x, Value) else Value(x)

    # ---------------------------------------------------------------- binary
    def __add__(self, other: Value | Number) -> Value:
        rhs = self._wrap(other)
        out = Value(self.data + rhs.data, (self, rhs), "+")

        def propagate() -> None:
            self.grad += out.grad
            rhs.grad += out.grad

        out._propagate = propagate
        return out

    def __sub__(self, other: Value | Number) -> Value:
        rhs = self._wrap(other)
        out = Value(self.data - rhs.data, (self, rhs), "-")

        def propagate() -> None:
            self.grad += out.grad
            rhs.grad -= out.grad

        out._propagate = propagate
        return out

    def __mul__(self, other: Value | Number) -> Value:
        rhs = self._wrap(other)
        out = Value(self.data * rhs.data, (self, rhs), "*")

        def propagate() -> None:
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        out._propagate = propagate
        return out

    def __truediv__(self, other: Value | Number) -> Value:
        rhs = self._wrap(other)
        out = Value(self.data / rhs.data, (self, rhs), "/")

        def propagate() -> None:
            self.grad += out.grad / rhs.data
            rhs.grad -= out.grad * self.data / rhs.data ** 2

        out._propagate = propagate
        return out

    def __pow__(self, other: Value | Number) -> Value:
        """``self ** other``; the exponent may be a node as well."""
        exponent = self._wrap(other)
        out = Value(self.data ** exponent.data, (self, exponent), "**")

        def propagate() -> None:
            n = exponent.data
            self.grad += n * self.data ** (n - 1) * out.grad
            if self.data > 0:  # d(x**n)/dn = x**n * ln(x)
                exponent.grad += out.data * math.log(self.data) * out.grad

        out._propagate = propagate
        return out

    # ----------------------------------------------------------------- unary
    def __neg__(self) -> Value:
        out = Value(-self.data, (self,), "neg")

        def propagate() -> None:
            self.grad -= out.grad

        out._propagate = propagate
        return out

    def tanh(self) -> Value:
        out = Value(math.tanh(self.data), (self,), "tanh")

        def propagate() -> None:
            self.grad += (1.0 - out.data ** 2) * out.grad

        out._propagate = propagate
        return out

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,), "exp")

        def propagate() -> None:
            self.grad += out.data * out.grad

        out._propagate = propagate
        return out

    def log(self) -> Value:
        out = Value(math.log(self.data), (self,), "log")

        def propagate() -> None:
            self.grad += out.grad / self.data

        out._propagate = propagate
        return out

    def relu(self) -> Value:
        out = Value(max(0.0, self.data), (self,), "relu")

        def propagate() -> None:
            if self.data > 0:
                self.grad += out.grad

        out._propagate = propagate
        return out

    # ------------------------------------------------------------- reflected
    def __radd__(self, other: Number) -> Value:
        return self._wrap(other) + self

    def __rsub__(self, other: Number) -> Value:
        return self._wrap(other) - self

    def __rmul__(self, other: Number) -> Value:
        return self._wrap(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return self._wrap(other) / self

    # -------------------------------------------------------------- backward
    def _post_order(self) -> list[Value]:
        """All ancestors, parents before children, without recursion."""
        order: list[Value] = []
        seen: set[Value] = set()
        stack = [(self, False)]
        while stack:
            node, parents_done = stack.pop()
            if parents_done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                for parent in node.parents:
                    stack.append((parent, False))
        return order

    def backward(self) -> None:
        """Fill in ``grad`` of every node that this one depends on."""
        self.grad = 1.0
        for node in reversed(self._post_order()):
            node._propagate()
