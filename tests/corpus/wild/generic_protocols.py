"""Typed to the teeth, mostly to learn typing."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import (TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Protocol, SupportsFloat,
                    TypeVar, Union, cast, overload, runtime_checkable)

from typing_extensions import Self, TypeAlias, override

if TYPE_CHECKING:
    from _typeshed import SupportsRichComparison

T_co = TypeVar("T_co", covariant=True)
N = TypeVar("N", bound="Node[Any]")
Number: TypeAlias = Union[int, float]
OpName = Literal["leaf", "+", "*", "pow", "exp", "log", "relu"]
EPS: Final = 1e-12


@runtime_checkable
class Differentiable(Protocol):
    data: float
    grad: float

    def backward(self) -> None: ...


class Node(Generic[T_co]):
    """What a graph needs to know of its nodes."""

    parents: tuple[Self, ...]

    def ancestors(self) -> Iterator[Self]:
        """Every node below this one, each after all nodes that were made from it."""
        seen: set[int] = set()

        def walk(node: Node[T_co]) -> Iterator[Node[T_co]]:
            if id(node) in seen:
                return
            seen.add(id(node))
            for parent in node.parents:
                yield from walk(parent)
            yield node

        yield from reversed(list(walk(self)))  # type: ignore[misc]


class Value(Node[float]):
    __slots__ = ("data", "grad", "parents", "_backward", "op")
    count: ClassVar[int] = 0

    def __init__(self, data: SupportsFloat, parents: Iterable[Value] = (), op: OpName = "leaf") -> None:
        self.data = float(data)
        self.grad = 0.0
        self.parents = tuple(parents)
        self.op = op
        self._backward: Callable[[], None] = lambda: None
        type(self).count += 1

    @overload
    @staticmethod
    def of(x: Value) -> Value: ...
    @overload
    @staticmethod
    def of(x: Number) -> Value: ...
    @staticmethod
    def of(x: Value | Number) -> Value:
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other: Value | Number) -> Value:
        rhs = Value.of(other)
        out = Value(self.data + rhs.data, (self, rhs), "+")

        def pull() -> None:
            self.grad += out.grad
            rhs.grad += out.grad

        out._backward = pull
        return out

    def __mul__(self, other: Value | Number) -> Value:
        rhs = Value.of(other)
        out = Value(self.data * rhs.data, (self, rhs), "*")

        def pull() -> None:
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        out._backward = pull
        return out

    @overload
    def __pow__(self, other: int) -> Value: ...
    @overload
    def __pow__(self, other: float) -> Value: ...
    def __pow__(self, other: Number) -> Value:
        if isinstance(other, Value):
            raise NotImplementedError("use (b * a.log()).exp()")
        out = Value(self.data ** other, (self,), "pow")

        def pull() -> None:
            self.grad += other * self.data ** (other - 1) * out.grad

        out._backward = pull
        return out

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,), "exp")

        def pull() -> None:
            self.grad += out.data * out.grad

        out._backward = pull
        return out

    def log(self) -> Value:
        out = Value(math.log(self.data + EPS), (self,), "log")

        def pull() -> None:
            self.grad += out.grad / (self.data + EPS)

        out._backward = pull
        return out

    def relu(self) -> Value:
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def pull() -> None:
            if self.data > 0:
                self.grad += out.grad

        out._backward = pull
        return out

    @override
    def __repr__(self) -> str:
        return f"Value({self.data!r})"

    def __radd__(self, other: Number) -> Value: return self + other
    def __rmul__(self, other: Number) -> Value: return self * other
    def __neg__(self) -> Value: return -1 * self
    def __sub__(self, other: Value | Number) -> Value: return self + -1 * other
    def __rsub__(self, other: Number) -> Value: return -1 * self + other
    def __truediv__(self, other: Value | Number) -> Value: return self * Value.of(other) ** -1
    def __rtruediv__(self, other: Number) -> Value: return other * self ** -1

    def sigmoid(self) -> Value:
        return 1 / (1 + (-self).exp())

    def tanh(self) -> Value:
        e = (2 * self).exp()
        return (e - 1) / (e + 1)

    def backward(self) -> None:
        self.grad = 1.0
        for node in self.ancestors():
            cast(Value, node)._backward()


assert isinstance(Value(1), Differentiable)
