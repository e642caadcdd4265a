from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias, Union

Number: TypeAlias = Union[int, float]
Operand: TypeAlias = "Value | Number"
Pullback: TypeAlias = Callable[[float], None]


def _nothing(upstream: float) -> None:
    """The pullback of a leaf."""
    return None


class Value:
    data: float
    grad: float

    def __init__(
        self,
        data: Number,
        parents: Iterable[Value] = (),
        pullback: Pullback = _nothing,
        *,
        label: str = "",
    ) -> None:
        self.data = float(data)
        self.grad = 0.0
        self.label: Final[str] = label
        self._parents: Final[tuple[Value, ...]] = tuple(parents)
        self._pullback: Final[Pullback] = pullback

    def _receive(self, amount: float) -> None:
        self.grad += amount

    @staticmethod
    def lift(x: Operand) -> Value:
        if isinstance(x, Value):
            return x
        return Value(x, label="const")

    def __add__(self, other: Operand) -> Value:
        rhs: Value = Value.lift(other)

        def pullback(upstream: float) -> None:
            self._receive(upstream)
            rhs._receive(upstream)

        return Value(
            self.data + rhs.data,
            parents=(self, rhs),
            pullback=pullback,
        )

    def __mul__(self, other: Operand) -> Value:
        rhs: Value = Value.lift(other)

        def pullback(upstream: float) -> None:
            self._receive(rhs.data * upstream)
            rhs._receive(self.data * upstream)

        return Value(
            self.data * rhs.data,
            parents=(self, rhs),
            pullback=pullback,
        )

    def __sub__(self, other: Operand) -> Value:
        rhs: Value = Value.lift(other)

        def pullback(upstream: float) -> None:
            self._receive(upstream)
            rhs._receive(-upstream)

        return Value(
            self.data - rhs.data,
            parents=(self, rhs),
            pullback=pullback,
        )

    def __truediv__(self, other: Operand) -> Value:
        rhs: Value = Value.lift(other)

        def pullback(upstream: float) -> None:
            self._receive(upstream / rhs.data)
            rhs._receive(-upstream * self.data / (rhs.data * rhs.data))

        return Value(
            self.data / rhs.data,
            parents=(self, rhs),
            pullback=pullback,
        )

    def __pow__(self, exponent: Number) -> Value:
        def pullback(upstream: float) -> None:
            self._receive(exponent * self.data ** (exponent - 1) * upstream)

        return Value(self.data**exponent, parents=(self,), pullback=pullback)

    def __neg__(self) -> Value:
        def pullback(upstream: float) -> None:
            self._receive(-upstream)

        return Value(-self.data, parents=(self,), pullback=pullback)

    def __radd__(self, other: Number) -> Value:
        return Value.lift(other) + self

    def __rmul__(self, other: Number) -> Value:
        return Value.lift(other) * self

    def __rsub__(self, other: Number) -> Value:
        return Value.lift(other) - self

    def __rtruediv__(self, other: Number) -> Value:
        return Value.lift(other) / self

    def tanh(self) -> Value:
        t: Final[float] = math.tanh(self.data)

        def pullback(upstream: float) -> None:
            self._receive((1.0 - t * t) * upstream)

        return Value(t, parents=(self,), pullback=pullback)

    def exp(self) -> Value:
        e: Final[float] = math.exp(self.data)

        def pullback(upstream: float) -> None:
            self._receive(e * upstream)

        return Value(e, parents=(self,), pullback=pullback)

    def log(self) -> Value:
        def pullback(upstream: float) -> None:
            self._receive(upstream / self.data)

        return Value(math.log(self.data), parents=(self,), pullback=pullback)

    def relu(self) -> Value:
        active: Final[bool] = self.data > 0.0

        def pullback(upstream: float) -> None:
            self._receive(upstream if active else 0.0)

        return Value(self.data if active else 0.0, parents=(self,), pullback=pullback)

    def _postorder(self) -> Iterator[Value]:
        seen: set[int] = set()

        def walk(node: Value) -> Iterator[Value]:
            if id(node) in seen:
                return
            seen.add(id(node))
            for parent in node._parents:
                yield from walk(parent)
            yield node

        yield from walk(self)

    def backward(self) -> None:
        nodes: list[Value] = list(self._postorder())
        self.grad = 1.0
        for node in reversed(nodes):
            node._pullback(node.grad)

    def zero_grad(self) -> None:
        for node in self._postorder():
            node.grad = 0.0
