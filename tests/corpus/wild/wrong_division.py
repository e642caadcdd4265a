"""
Scalar autodiff with explicit rules
===================================

Each operation has its own rule in ``_RULES``; no closures.
"""
import math
import typing as t

Rule = t.Callable[["Value", float], None]
_RULES: t.Dict[str, Rule] = {}


def rule(op: str):
    def register(f: Rule) -> Rule:
        _RULES[op] = f
        return f
    return register


class Value:
    def __init__(self, data: float, args: t.Tuple["Value", ...] = (), op: str = ""):
        self.data = data
        self.grad = 0.0
        self.args = args
        self.op = op

    @classmethod
    def _as(cls, x: t.Any) -> "Value":
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, o): return Value(self.data + Value._as(o).data, (self, Value._as(o)), "add")
    def __sub__(self, o): return Value(self.data - Value._as(o).data, (self, Value._as(o)), "sub")
    def __mul__(self, o): return Value(self.data * Value._as(o).data, (self, Value._as(o)), "mul")
    def __truediv__(self, o): return Value(self.data / Value._as(o).data, (self, Value._as(o)), "div")
    def __radd__(self, o): return Value._as(o) + self
    def __rsub__(self, o): return Value._as(o) - self
    def __rmul__(self, o): return Value._as(o) * self
    def __rtruediv__(self, o): return Value._as(o) / self
    def __neg__(self): return Value(-self.data, (self,), "neg")
    def exp(self): return Value(math.exp(self.data), (self,), "exp")
    def log(self): return Value(math.log(self.data), (self,), "log")

    def backward(self, grad: float = 1.0) -> None:
        order: t.List[Value] = []
        seen: t.Set[int] = set()

        def visit(v: "Value") -> None:
            if id(v) in seen:
                return
            seen.add(id(v))
            for a in v.args:
                visit(a)
            order.append(v)

        visit(self)
        self.grad = grad
        for v in reversed(order):
            if v.op:
                _RULES[v.op](v, v.grad)


@rule("add")
def _add(v, g):
    for a in v.args:
        a.grad += g


@rule("sub")
def _sub(v, g):
    v.args[0].grad += g
    v.args[1].grad -= g


@rule("mul")
def _mul(v, g):
    x, y = v.args
    x.grad += g * y.data
    y.grad += g * x.data


@rule("div")
def _div(v, g):
    x, y = v.args
    x.grad += g / y.data
    y.grad -= g * x.data / y.data


@rule("neg")
def _neg(v, g):
    v.args[0].grad -= g


@rule("exp")
def _exp(v, g):
    v.args[0].grad += g * v.data


@rule("log")
def _log(v, g):
    v.args[0].grad += g / v.args[0].data
