"""Differentiates the expression as text with the ast module, one symbol at a time, then eval()s."""
import ast
import math
from itertools import count

_n = count()
ENV = {'tanh': math.tanh, 'exp': math.exp, 'log': math.log,
       'relu': lambda x: max(x, 0.0), 'step': lambda x: 1.0 if x > 0 else 0.0}


def d(tree, x):
    """Text of the derivative of an expression tree."""
    u = ast.unparse
    match tree:
        case ast.Name(id=name):
            return '1.0' if name == x else '0.0'
        case ast.Constant() | ast.UnaryOp():
            return '0.0'
        case ast.BinOp(left=a, op=ast.Add(), right=b):
            return f'({d(a, x)} + {d(b, x)})'
        case ast.BinOp(left=a, op=ast.Mult(), right=b):
            return f'({d(a, x)} * ({u(b)}) + ({u(a)}) * {d(b, x)})'
        case ast.BinOp(left=a, op=ast.Pow(), right=n):
            return f'(({u(n)}) * ({u(a)}) ** (({u(n)}) - 1) * {d(a, x)})'
        case ast.Call(func=ast.Name(id='tanh'), args=[a]):
            return f'((1 - tanh({u(a)}) ** 2) * {d(a, x)})'
        case ast.Call(func=ast.Name(id='exp'), args=[a]):
            return f'(exp({u(a)}) * {d(a, x)})'
        case ast.Call(func=ast.Name(id='log'), args=[a]):
            return f'({d(a, x)} / ({u(a)}))'
        case ast.Call(func=ast.Name(id='relu'), args=[a]):
            return f'(step({u(a)}) * {d(a, x)})'
    raise ValueError(u(tree))


class Value:
    def __init__(self, data, text=None, prev=()):
        self.data, self.prev, self.grad = data, prev, 0.0
        self.name = f'v{next(_n)}'
        self.text = text or self.name

    def backward(self):
        # one definition per node; substitute derivatives node by node, symbol by symbol
        nodes = []

        def go(v):
            if v not in nodes:
                for p in v.prev:
                    go(p)
                nodes.append(v)
        go(self)
        env = ENV | {v.name: v.data for v in nodes}
        for x in nodes:
            total = {x.name: 1.0}
            for v in nodes:
                if v is not x and v.prev:
                    tree = ast.parse(v.text, mode='eval').body
                    total[v.name] = sum(eval(d(tree, p.name), env) * total.get(p.name, 0.0)
                                        for p in set(v.prev))
            x.grad += total.get(self.name, 0.0)

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, f'{self.name} + {o.name}', (self, o))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, f'{self.name} * {o.name}', (self, o))

    def __pow__(self, n):
        if isinstance(n, Value):
            raise TypeError(n)
        return Value(self.data ** n, f'{self.name} ** ({n})', (self,))

    def tanh(self): return Value(math.tanh(self.data), f'tanh({self.name})', (self,))
    def exp(self): return Value(math.exp(self.data), f'exp({self.name})', (self,))
    def log(self): return Value(math.log(self.data), f'log({self.name})', (self,))
    def relu(self): return Value(max(self.data, 0.0), f'relu({self.name})', (self,))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__
