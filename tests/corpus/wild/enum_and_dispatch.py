from __future__ import annotations

import argparse
import json
import logging
import math
import sys
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import singledispatchmethod
from pathlib import Path

log = logging.getLogger(__name__)

HERE = Path(__file__).resolve().parent
CHECKPOINTS = HERE / "checkpoints"


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    MUL = auto()
    POW = auto()
    EXP = auto()
    TANH = auto()
    RELU = auto()

    @property
    def symbol(self) -> str:
        return {Op.ADD: "+", Op.MUL: "*", Op.POW: "**"}.get(self, self.name.lower())


@dataclass(eq=False, repr=False)
class Value:
    data: float
    grad: float = 0.0
    op: Op = Op.LEAF
    args: tuple[Value, ...] = ()
    extra: float | None = None
    label: str = field(default="", kw_only=True)

    def __repr__(self) -> str:
        return f"<{self.label or self.op.symbol} {self.data:.4f} ∂={self.grad:.4f}>"

    # --- building -------------------------------------------------------------

    @singledispatchmethod
    @classmethod
    def wrap(cls, thing) -> Value:
        raise TypeError(f"cannot use {thing!r} here")

    @wrap.register(int)
    @wrap.register(float)
    @classmethod
    def _(cls, thing) -> Value:
        return cls(float(thing))

    def __add__(self, other) -> Value:
        other = other if isinstance(other, Value) else Value.wrap(other)
        return Value(self.data + other.data, op=Op.ADD, args=(self, other))

    def __mul__(self, other) -> Value:
        other = other if isinstance(other, Value) else Value.wrap(other)
        return Value(self.data * other.data, op=Op.MUL, args=(self, other))

    def __pow__(self, exponent: float) -> Value:
        return Value(self.data ** exponent, op=Op.POW, args=(self,), extra=exponent)

    def exp(self) -> Value:
        return Value(math.exp(self.data), op=Op.EXP, args=(self,))

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), op=Op.TANH, args=(self,))

    def relu(self) -> Value:
        return Value(max(0.0, self.data), op=Op.RELU, args=(self,))

    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return (-self) + other
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return self ** -1 * other

    # --- differentiating ------------------------------------------------------

    def _partials(self):
        match self.op, self.args:
            case Op.LEAF, _:
                return ()
            case Op.ADD, (_, _):
                return (1.0, 1.0)
            case Op.MUL, (a, b):
                return (b.data, a.data)
            case Op.POW, (a,):
                return (self.extra * a.data ** (self.extra - 1),)
            case Op.EXP, (_,):
                return (self.data,)
            case Op.TANH, (_,):
                return (1 - self.data ** 2,)
            case Op.RELU, (a,):
                return (1.0 if a.data > 0 else 0.0,)
            case unknown:
                raise AssertionError(unknown)

    def backward(self, *, seed: float = 1.0) -> None:
        order: list[Value] = []
        seen: set[int] = set()
        todo: list[tuple[Value, bool]] = [(self, False)]
        while todo:
            node, expanded = todo.pop()
            if expanded:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                todo.append((node, True))
                todo += [(arg, False) for arg in node.args]
        log.debug("%d nodes", len(order))
        self.grad = seed
        for node in reversed(order):
            for arg, partial in zip(node.args, node._partials(), strict=bool(node.args)):
                arg.grad += partial * node.grad


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("x", type=float, nargs="?", default=2.0)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    x = Value(args.x, label="x")
    y = (x ** 2 + 1).tanh()
    y.backward()
    print(json.dumps({"y": y.data, "dy": x.grad}) if args.json else f"{y} {x}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
