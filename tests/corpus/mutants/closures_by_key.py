# autograd engine, second try: everything about a node sits in one dict
import math


class Scalar:

    def __init__(self, val, deps=None, name=None):
        self.val = val
        self.gradient = 0
        self.deps = deps or []
        self.calls = {}
        self.name = name

    def __str__(self):
        return '<%s %g (%g)>' % (self.name or 'scalar', self.val, self.gradient)

    @classmethod
    def cast(cls, thing):
        if isinstance(thing, cls):
            return thing
        return cls(thing)

    def __add__(self, rhs):
        rhs = Scalar.cast(rhs)
        res = Scalar(self.val + rhs.val, [self, rhs])

        def push():
            self.gradient += res.gradient
            rhs.gradient += res.gradient

        res.calls['backward'] = push
        return res

    def __mul__(self, rhs):
        rhs = Scalar.cast(rhs)
        res = Scalar(self.val * rhs.val, [self, rhs])

        def push():
            self.gradient += rhs.val * res.gradient
            rhs.gradient += self.val * res.gradient

        res.calls['backward'] = push
        return res

    def __truediv__(self, rhs):
        rhs = Scalar.cast(rhs)
        res = Scalar(self.val / rhs.val, [self, rhs])

        def push():
            self.gradient += res.gradient / rhs.val
            rhs.gradient += -self.val / (rhs.val * rhs.val) * res.gradient

        res.calls['backward'] = push
        return res

    def __pow__(self, n):
        assert isinstance(n, (int, float)), 'numbers only'
        res = Scalar(self.val ** n, [self])

        def push():
            self.gradient += n * self.val ** (n - 1) * res.gradient

        res.calls['backward'] = push
        return res

    def __neg__(self):
        return self * -1

    def __sub__(self, rhs):
        return self + (-Scalar.cast(rhs))

    def __rsub__(self, lhs):
        return Scalar.cast(lhs) + (-self)

    def __rtruediv__(self, lhs):
        return Scalar.cast(lhs) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def relu(self):
        res = Scalar(self.val if self.val > 0 else 0, [self])

        def push():
            if self.val > 0:
                self.gradient += res.gradient

        res.calls['backward'] = push
        return res

    def tanh(self):
        t = math.tanh(self.val)
        res = Scalar(t, [self])

        def push():
            self.gradient += (1 - t * t) * res.gradient

        res.calls['backward'] = push
        return res

    def exp(self):
        res = Scalar(math.exp(self.val), [self])

        def push():
            self.gradient += res.val * res.gradient

        res.calls['backward'] = push
        return res

    def log(self):
        res = Scalar(math.log(self.val), [self])

        def push():
            self.gradient += 1 / self.val * res.gradient

        res.calls['backward'] = push
        return res

    def backward(self):
        finished, path = [], set()

        def explore(s):
            if s in path:
                return
            path.add(s)
            for d in s.deps:
                explore(d)
            finished.append(s)

        explore(self)
        self.gradient = 1
        while finished:
            s = finished.pop()
            if 'backward' in s.calls:
                s.calls['backward']()
