"""A very small JAX-like thing: primitives are plain functions on floats, registered with their vjps."""
import functools
import inspect
import math
import operator
from typing import Callable, Dict

VJPS: Dict[str, Callable] = {}


class Value:
    """A number on the graph."""

    def __init__(self, data, parents=(), prim=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.prim = prim

    def __repr__(self):
        return f"{self.prim or 'x'}:{self.data:.4g}"


def primitive(*method_names, reflected=None):
    """Makes a function of floats a function of values, and a method under each of the given names."""

    def decorate(fn):
        name = fn.__name__
        arity = len(inspect.signature(fn).parameters)

        @functools.wraps(fn)
        def wrapped(*args):
            if len(args) != arity:
                raise TypeError(f"{name} takes {arity} arguments")
            nodes = tuple(a if isinstance(a, Value) else Value(float(a)) for a in args)
            return Value(fn(*(n.data for n in nodes)), nodes, name)

        for method in method_names:
            setattr(Value, method, lambda self, *rest: wrapped(self, *rest))
        if reflected:
            setattr(Value, reflected, lambda self, other: wrapped(other, self))

        def defvjp(vjp):
            VJPS[name] = vjp
            return vjp

        wrapped.defvjp = defvjp
        return wrapped

    return decorate


@primitive("__add__", reflected="__radd__")
def add(x, y):
    return x + y


@add.defvjp
def _(g, out, x, y):
    return g, g


@primitive("__sub__", reflected="__rsub__")
def sub(x, y):
    return x - y


@sub.defvjp
def _(g, out, x, y):
    return g, -g


@primitive("__mul__", reflected="__rmul__")
def mul(x, y):
    return x * y


@mul.defvjp
def _(g, out, x, y):
    return g * y, g * x


@primitive("__truediv__", reflected="__rtruediv__")
def div(x, y):
    return x / y


@div.defvjp
def _(g, out, x, y):
    return g / y, -g * out / y


@primitive("__pow__", reflected="__rpow__")
def power(x, y):
    return x ** y


@power.defvjp
def _(g, out, x, y):
    return g * y * x ** (y - 1), g * out * math.log(x) if x > 0 else 0.0


@primitive("__neg__")
def neg(x):
    return -x


@neg.defvjp
def _(g, out, x):
    return (-g,)


@primitive("exp")
def exp(x):
    return math.exp(x)


@exp.defvjp
def _(g, out, x):
    return (g * out,)


@primitive("tanh")
def tanh(x):
    return math.tanh(x)


@tanh.defvjp
def _(g, out, x):
    return (g * (1 - out ** 2),)


@primitive("log")
def log(x):
    return math.log(x)


@log.defvjp
def _(g, out, x):
    return (g / x,)


def toposort(root):
    counts, stack = {}, [root]
    while stack:
        node = stack.pop()
        if node in counts:
            counts[node] += 1
        else:
            counts[node] = 1
            stack.extend(node.parents)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node.parents:
            if counts[p] == 1:
                ready.append(p)
            else:
                counts[p] -= 1


def backward(root, seed=1.0):
    """Fills .grad of everything that root depends on."""
    cotangents = {root: seed}
    for node in toposort(root):
        g = cotangents.pop(node)
        node.grad += g
        if node.prim:
            gs = VJPS[node.prim](g, node.data, *(p.data for p in node.parents))
            for p, gp in zip(node.parents, gs):
                cotangents[p] = operator.add(cotangents.get(p, 0.0), gp)


def grad(f):
    def df(*xs):
        values = [Value(x) for x in xs]
        backward(f(*values))
        return tuple(v.grad for v in values)
    return df


print(grad(lambda x, y: tanh(x * y) + x / y)(0.5, 2.0))
