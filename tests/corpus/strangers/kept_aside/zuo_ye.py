"""作业一：标量自动求导"""
from __future__ import annotations

import math
from typing import Callable, Iterable

数 = float | int


class Value:
    """计算图中的一个节点。

    属性:
        data: 前向计算的值
        grad: 最终输出对该节点的导数
    """

    def __init__(self, data: 数, prev: Iterable[Value] = ()) -> None:
        self.data: float = data
        self.grad: float = 0.0
        self._prev: list[Value] = list(prev)
        self._vjp: Callable[[float], tuple[float, ...]] | None = None

    # 二元运算 ---------------------------------------------------------

    def __add__(self, other: Value | 数) -> Value:
        other = _wrap(other)
        out = Value(self.data + other.data, (self, other))
        out._vjp = lambda g: (g, g)
        return out

    def __sub__(self, other: Value | 数) -> Value:
        other = _wrap(other)
        out = Value(self.data - other.data, (self, other))
        out._vjp = lambda g: (g, -g)
        return out

    def __mul__(self, other: Value | 数) -> Value:
        other = _wrap(other)
        x, y = self.data, other.data
        out = Value(x * y, (self, other))
        out._vjp = lambda g: (g * y, g * x)
        return out

    def __truediv__(self, other: Value | 数) -> Value:
        other = _wrap(other)
        x, y = self.data, other.data
        out = Value(x / y, (self, other))
        out._vjp = lambda g: (g / y, -g * x / y**2)
        return out

    def __pow__(self, other: Value | 数) -> Value:
        other = _wrap(other)
        x, n = self.data, other.data
        r = x**n
        out = Value(r, (self, other))

        def vjp(g: float) -> tuple[float, ...]:
            dx = n * x ** (n - 1)
            # 底数为负或零时，指数没有实数导数
            dn = r * math.log(x) if x > 0 else 0.0
            return g * dx, g * dn

        out._vjp = vjp
        return out

    # 反射 -------------------------------------------------------------

    def __radd__(self, other: 数) -> Value:
        return _wrap(other) + self

    def __rsub__(self, other: 数) -> Value:
        return _wrap(other) - self

    def __rmul__(self, other: 数) -> Value:
        return _wrap(other) * self

    def __rtruediv__(self, other: 数) -> Value:
        return _wrap(other) / self

    def __rpow__(self, other: 数) -> Value:
        return _wrap(other) ** self

    # 一元运算 ---------------------------------------------------------

    def __neg__(self) -> Value:
        out = Value(-self.data, (self,))
        out._vjp = lambda g: (-g,)
        return out

    def exp(self) -> Value:
        e = math.exp(self.data)
        out = Value(e, (self,))
        out._vjp = lambda g: (g * e,)
        return out

    def log(self) -> Value:
        x = self.data
        out = Value(math.log(x), (self,))
        out._vjp = lambda g: (g / x,)
        return out

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        out = Value(t, (self,))
        out._vjp = lambda g: (g * (1 - t * t),)
        return out

    def relu(self) -> Value:
        on = self.data > 0
        out = Value(self.data if on else 0.0, (self,))
        out._vjp = lambda g: (g if on else 0.0,)
        return out

    def sigmoid(self) -> Value:
        s = 1 / (1 + math.exp(-self.data))
        out = Value(s, (self,))
        out._vjp = lambda g: (g * s * (1 - s),)
        return out

    # 反向传播 ---------------------------------------------------------

    def backward(self, seed: float = 1.0) -> None:
        topo: list[Value] = []
        visited: set[Value] = set()

        def build(v: Value) -> None:
            if v not in visited:
                visited.add(v)
                for p in v._prev:
                    build(p)
                topo.append(v)

        build(self)
        self.grad = seed
        for v in reversed(topo):
            if v._vjp is None:
                continue
            for p, g in zip(v._prev, v._vjp(v.grad), strict=True):
                p.grad += g


def _wrap(x: Value | 数) -> Value:
    return x if isinstance(x, Value) else Value(x)


if __name__ == "__main__":
    a, b = Value(1.5), Value(-0.5)
    (a * b + a.tanh() / 2).backward()
    print(f"{a.grad=:.4f} {b.grad=:.4f}")
