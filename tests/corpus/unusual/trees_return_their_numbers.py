"""A tiny symbolic expression library. Nothing is computed until you ask for it.

>>> x, y = Var(2.0), Var(3.0)
>>> e = x * y + x
>>> e.forward()
8.0
>>> e.backward(1.0)
>>> x.grad, y.grad
(4.0, 2.0)
"""
import math


class Expr:
    def __init__(self, *children):
        self.children = children
        self.grad = 0.0
        self.out = None

    def forward(self):
        raise NotImplementedError

    def backward(self, upstream):
        raise NotImplementedError

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Expr) else Const(x)

    def __add__(self, other):
        return Add(self, Expr.wrap(other))

    def __radd__(self, other):
        return Add(Expr.wrap(other), self)

    def __sub__(self, other):
        return Sub(self, Expr.wrap(other))

    def __rsub__(self, other):
        return Sub(Expr.wrap(other), self)

    def __mul__(self, other):
        return Mul(self, Expr.wrap(other))

    def __rmul__(self, other):
        return Mul(Expr.wrap(other), self)

    def __truediv__(self, other):
        return Div(self, Expr.wrap(other))

    def __rtruediv__(self, other):
        return Div(Expr.wrap(other), self)

    def __neg__(self):
        return Sub(Const(0.0), self)

    def __pow__(self, n):
        return Pow(self, n)


class Const(Expr):
    def __init__(self, c):
        super().__init__()
        self.c = c

    def forward(self):
        return self.c

    def backward(self, upstream):
        pass


class Var(Expr):
    def __init__(self, value):
        super().__init__()
        self.value = value

    def forward(self):
        return self.value

    def backward(self, upstream):
        self.grad += upstream


class Add(Expr):
    def forward(self):
        l, r = self.children
        return l.forward() + r.forward()

    def backward(self, upstream):
        self.grad += upstream
        for c in self.children:
            c.backward(upstream)


class Sub(Expr):
    def forward(self):
        l, r = self.children
        return l.forward() - r.forward()

    def backward(self, upstream):
        self.grad += upstream
        self.children[0].backward(upstream)
        self.children[1].backward(-upstream)


class Mul(Expr):
    def forward(self):
        self.a = self.children[0].forward()
        self.b = self.children[1].forward()
        return self.a * self.b

    def backward(self, upstream):
        self.grad += upstream
        self.children[0].backward(upstream * self.b)
        self.children[1].backward(upstream * self.a)


class Div(Expr):
    def forward(self):
        self.a = self.children[0].forward()
        self.b = self.children[1].forward()
        return self.a / self.b

    def backward(self, upstream):
        self.grad += upstream
        self.children[0].backward(upstream / self.b)
        self.children[1].backward(-upstream * self.a / self.b ** 2)


class Pow(Expr):
    def __init__(self, base, n):
        super().__init__(base)
        self.n = n

    def forward(self):
        self.a = self.children[0].forward()
        return self.a ** self.n

    def backward(self, upstream):
        self.grad += upstream
        self.children[0].backward(upstream * self.n * self.a ** (self.n - 1))


class Tanh(Expr):
    def forward(self):
        self.t = math.tanh(self.children[0].forward())
        return self.t

    def backward(self, upstream):
        self.grad += upstream
        self.children[0].backward(upstream * (1 - self.t ** 2))


def tanh(e):
    return Tanh(e)
