"""A submission of ours that a zygote rehearses with; see `pages`. It is read as text, and never imported."""

from __future__ import annotations

import math
from collections.abc import Callable


class Rehearsed:
    """A class as most students write it."""

    def __init__(self, data: float, children: tuple[Rehearsed, ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = set(children)
        self._backward: Callable[[], None] = lambda: None

    def __add__(self, other: Rehearsed | float) -> Rehearsed:
        """Return the sum, with its rule."""
        other = other if isinstance(other, Rehearsed) else Rehearsed(other)
        out = Rehearsed(self.data + other.data, (self, other))

        def _backward() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other: Rehearsed | float) -> Rehearsed:
        """Return the product, with its rule."""
        other = other if isinstance(other, Rehearsed) else Rehearsed(other)
        out = Rehearsed(self.data * other.data, (self, other))

        def _backward() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def tanh(self) -> Rehearsed:
        """The hyperbolic tangent."""
        t = math.tanh(self.data)
        out = Rehearsed(t, (self,))

        def _backward() -> None:
            self.grad += (1 - t * t) * out.grad

        out._backward = _backward
        return out

    def backward(self) -> None:
        """The gradient of every node behind this one."""
        topo: list[Rehearsed] = []
        visited: set[Rehearsed] = set()

        def build(node: Rehearsed) -> None:
            if node not in visited:
                visited.add(node)
                for child in node._prev:
                    build(child)
                topo.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
