"""Homework 4, typed: every local variable says what it is."""

import math
from typing import Callable, List, Tuple, Union

Number = Union[int, float]


class Scalar:
    def __init__(self, value: Number, inputs: Tuple["Scalar", ...] = ()) -> None:
        self.data: float = float(value)
        self.grad: float = 0.0
        self.inputs: Tuple["Scalar", ...] = inputs
        self.push: Callable[[], None] = lambda: None

    def __add__(self, other: "Scalar | Number") -> "Scalar":
        right: Scalar = other if isinstance(other, Scalar) else Scalar(other)
        total: Scalar = Scalar(self.data + right.data, (self, right))

        def push() -> None:
            self.grad += total.grad
            right.grad += total.grad

        total.push = push
        return total

    def __mul__(self, other: "Scalar | Number") -> "Scalar":
        right: Scalar = other if isinstance(other, Scalar) else Scalar(other)
        product: Scalar = Scalar(self.data * right.data, (self, right))

        def push() -> None:
            self.grad += self.data * product.grad
            right.grad += right.data * product.grad

        product.push = push
        return product

    def __pow__(self, exponent: Number) -> "Scalar":
        power: Scalar = Scalar(self.data**exponent, (self,))

        def push() -> None:
            slope: float = exponent * self.data ** (exponent - 1)
            self.grad += slope * power.grad

        power.push = push
        return power

    def __neg__(self) -> "Scalar":
        return self * -1

    def __sub__(self, other: "Scalar | Number") -> "Scalar":
        return self + (-other)

    def __truediv__(self, other: "Scalar | Number") -> "Scalar":
        return self * other**-1

    def __radd__(self, other: Number) -> "Scalar":
        return self + other

    def __rmul__(self, other: Number) -> "Scalar":
        return self * other

    def __rsub__(self, other: Number) -> "Scalar":
        return (-self) + other

    def __rtruediv__(self, other: Number) -> "Scalar":
        return self**-1 * other

    def tanh(self) -> "Scalar":
        t: float = math.tanh(self.data)
        out: Scalar = Scalar(t, (self,))

        def push() -> None:
            slope: float = 1 - t * t
            self.grad += slope * out.grad

        out.push = push
        return out

    def exp(self) -> "Scalar":
        out: Scalar = Scalar(math.exp(self.data), (self,))

        def push() -> None:
            self.grad += out.data * out.grad

        out.push = push
        return out

    def backward(self) -> None:
        order: List[Scalar] = []
        seen: set = set()

        def walk(node: Scalar) -> None:
            if node in seen:
                return
            seen.add(node)
            for each in node.inputs:
                walk(each)
            order.append(node)

        walk(self)
        self.grad = 1.0
        for node in reversed(order):
            node.push()
