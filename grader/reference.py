"""A right `Value`, of which every fault is an edit.

Each operation states its own rule and none is made of others, so that a slip can be put into one of
them alone. This is our own code: it runs on the host, and a submission never does.
"""

import math
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, TypeAlias

from grader.faults import Replace
from suites import PRIMITIVES

Operand: TypeAlias = "Value | float"

# Nodes of one class read each other's private attributes, as in every such class.
# ruff: noqa: SLF001


class Value:
    """A number that knows what it was made of."""

    def __init__(self, data: float, parents: "tuple[Value, ...]" = (), op: str = "") -> None:
        self.data = data
        self.grad = 0.0
        self._prev = parents
        self._op = op
        self._backward: Callable[[], None] = lambda: None

    def __add__(self, other: Operand) -> "Value":
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other: Operand) -> "Value":
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward() -> None:
            self.grad += out.grad
            other.grad += -out.grad

        out._backward = _backward
        return out

    def __mul__(self, other: Operand) -> "Value":
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other: Operand) -> "Value":
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward() -> None:
            self.grad += 1 / other.data * out.grad
            other.grad += -self.data / other.data**2 * out.grad

        out._backward = _backward
        return out

    def __pow__(self, other: Operand) -> "Value":
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data**other.data, (self, other), "**")

        def _backward() -> None:
            self.grad += other.data * self.data ** (other.data - 1) * out.grad
            if self.data > 0:
                other.grad += out.data * math.log(self.data) * out.grad

        out._backward = _backward
        return out

    def __neg__(self) -> "Value":
        out = Value(-self.data, (self,), "neg")

        def _backward() -> None:
            self.grad += -out.grad

        out._backward = _backward
        return out

    def tanh(self) -> "Value":
        """The hyperbolic tangent."""
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward() -> None:
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self) -> "Value":
        """The exponential."""
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward() -> None:
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self) -> "Value":
        """The natural logarithm."""
        out = Value(math.log(self.data), (self,), "log")

        def _backward() -> None:
            self.grad += 1 / self.data * out.grad

        out._backward = _backward
        return out

    def relu(self) -> "Value":
        """The value where it is positive, else 0."""
        out = Value(max(self.data, 0.0), (self,), "relu")

        def _backward() -> None:
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def sigmoid(self) -> "Value":
        """The logistic function."""
        out = Value(1 / (1 + math.exp(-self.data)), (self,), "sigmoid")

        def _backward() -> None:
            self.grad += out.data * (1 - out.data) * out.grad

        out._backward = _backward
        return out

    def sin(self) -> "Value":
        """The sine of an angle in radians."""
        out = Value(math.sin(self.data), (self,), "sin")

        def _backward() -> None:
            self.grad += math.cos(self.data) * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other: float) -> "Value":
        return Value(other) + self

    def __rsub__(self, other: float) -> "Value":
        return Value(other) - self

    def __rmul__(self, other: float) -> "Value":
        return Value(other) * self

    def __rtruediv__(self, other: float) -> "Value":
        return Value(other) / self

    def __rpow__(self, other: float) -> "Value":
        return Value(other) ** self

    def backward(self) -> None:
        """Add to the gradient of every node behind this one. What was there before stays."""
        self.grad = 1.0
        for node in reversed(self._order()):
            node._backward()

    def _order(self) -> "list[Value]":
        """Every node behind this one, itself the last: each after all it was made of."""
        order: list[Value] = []
        visited: set[Value] = set()
        stack = [(self, False)]
        while stack:
            node, is_done = stack.pop()
            if is_done:
                order.append(node)
            elif node not in visited:
                visited.add(node)
                stack.append((node, True))
                stack += [(parent, False) for parent in reversed(node._prev)]
        return order

    def zero_grad(self) -> None:
        """Forget the gradient."""
        self.grad = 0.0


METHODS = {op: primitive.method for op, primitive in PRIMITIVES.items()}
"""The method of each operation."""

REFLECTED = {op: primitive.reflected for op, primitive in PRIMITIVES.items() if primitive.reflected}
"""The method of each operation that has a plain number on its left."""


class MutationError(ValueError):
    """An edit of the reference that finds nothing to replace."""


@cache
def source() -> str:
    """Return the source text of `Value`; `inspect` would read every token of it to find its end."""
    text = Path(__file__).read_text(encoding="utf-8")
    return text[text.index("class Value:") : text.index("\n\nMETHODS =")]


@cache
def rule_statement(operation: str, operand: int = 0) -> str:
    """The statement of an operation's rule that adds to the gradient of an operand."""
    start, end = _span(source(), METHODS[operation])
    receiver = ("self", "other")[operand]
    (statement,) = re.findall(rf"^ +({receiver}\.grad \+= .*)$", source()[start:end], flags=re.MULTILINE)
    return str(statement)


def mutated(replacements: tuple[Replace, ...]) -> type:
    """The reference with these edits made one after the other.

    The text is compiled once. The class is made anew each time, so that what a faulty one keeps from
    pass to pass stays its own.

    Raises:
        MutationError: if there is nothing to replace.
        SyntaxError: if what comes out is no Python.
    """
    namespace: dict[str, Any] = dict(globals())
    exec(_compiled(replacements), namespace)  # noqa: S102 - our own text, edited by our own faults
    cls: type = namespace[Value.__name__]
    cls.is_endless = any(replacement.endless for replacement in replacements)  # type: ignore[attr-defined]
    return cls


@cache
def edited(replacements: tuple[Replace, ...]) -> str:
    """The text of the reference with these edits made one after the other.

    Raises:
        MutationError: if there is nothing to replace.
    """
    return with_edits(source(), replacements)


def with_edits(text: str, replacements: Iterable[Replace]) -> str:
    """A text with these edits made one after the other.

    Raises:
        MutationError: if there is nothing to replace.
    """
    for replacement in replacements:
        text = _edited(text, replacement)
    return text


@cache
def _compiled(replacements: tuple[Replace, ...]) -> CodeType:
    return compile(edited(replacements), "<mutated reference>", "exec")


def _edited(text: str, edit: Replace) -> str:
    start, end = _span(text, edit.inside) if edit.inside else (0, len(text))
    part = text[start:end]
    if edit.old not in part:
        raise MutationError(f"{edit.old!r} is not in {edit.inside or 'the text'}")
    return text[:start] + part.replace(edit.old, edit.new) + text[end:]


def _span(text: str, function: str) -> tuple[int, int]:
    """Return where a method begins and ends."""
    match = re.search(rf"^    def {function}\(.*?(?=^    def |\Z)", text, flags=re.DOTALL | re.MULTILINE)
    if match is None:
        raise MutationError(f"the text has no {function}")
    return match.span()
