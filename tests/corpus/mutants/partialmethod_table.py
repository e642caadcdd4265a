"""Operators are made by functools.partialmethod from a table of formulas."""
from collections import namedtuple
from functools import partialmethod
from math import exp, log, tanh

Formula = namedtuple("Formula", "f df")

OPS = dict(
    add=Formula(lambda x, y: x + y, lambda z, x, y: (1, 1)),
    sub=Formula(lambda x, y: x - y, lambda z, x, y: (1, -1)),
    mul=Formula(lambda x, y: x * y, lambda z, x, y: (y, x)),
    div=Formula(lambda x, y: x / y, lambda z, x, y: (1 / y, -z / y)),
    pow=Formula(lambda x, y: x ** y, lambda z, x, y: (y * x ** (y - 1), z * log(x) if x > 0 else 0)),
    neg=Formula(lambda x: -x, lambda z, x: (-1,)),
    exp=Formula(exp, lambda z, x: (z,)),
    log=Formula(log, lambda z, x: (1 / x,)),
    tanh=Formula(tanh, lambda z, x: (1 - z ** 2,)),
    relu=Formula(lambda x: max(x, 0), lambda z, x: (1 if x > 0 else 0,)),
    sigmoid=Formula(lambda x: 1 / (1 + exp(-x)), lambda z, x: (z * (1 - z),)),
)


class Var:
    __slots__ = ("value", "grad", "formula", "args")

    def __init__(self, value, formula=None, args=()):
        self.value, self.formula, self.args = value, formula, args
        self.grad = 0.0

    def _op(self, *others, which):
        args = (self, *(o if isinstance(o, Var) else Var(o) for o in others))
        formula = OPS[which]
        return Var(formula.f(*[a.value for a in args]), formula, args)

    def _rop(self, other, which):
        return Var(other)._op(self, which=which)

    __add__ = partialmethod(_op, which="add")
    __sub__ = partialmethod(_op, which="sub")
    __mul__ = partialmethod(_op, which="mul")
    __truediv__ = partialmethod(_op, which="div")
    __pow__ = partialmethod(_op, which="pow")
    __neg__ = partialmethod(_op, which="neg")
    __radd__ = partialmethod(_rop, which="add")
    __rsub__ = partialmethod(_rop, which="sub")
    __rmul__ = partialmethod(_rop, which="mul")
    __rtruediv__ = partialmethod(_rop, which="div")
    __rpow__ = partialmethod(_rop, which="pow")
    exp = partialmethod(_op, which="exp")
    log = partialmethod(_op, which="log")
    tanh = partialmethod(_op, which="tanh")
    relu = partialmethod(_op, which="relu")
    sigmoid = partialmethod(_op, which="sigmoid")

    def backward(self):
        ordered, seen = [], set()

        def visit(v):
            if v not in seen:
                seen.add(v)
                for a in v.args:
                    visit(a)
                ordered.append(v)

        visit(self)
        self.grad = 1.0
        for v in ordered[::-1]:
            if v.formula is None:
                continue
            slopes = v.formula.df(v.value, *[a.value for a in v.args])
            for a, slope in zip(v.args, slopes):
                a.grad += slope * v.grad
