"""Forward mode, lazily: each node knows a function direction -> derivative; backward() asks it once
for each node."""
import math


class Value:
    def __init__(self, data, dot=None, prev=()):
        self.data = data
        self.grad = 0.0
        self._dot = dot
        self._prev = prev

    def dot(self, eps, memo):
        if self is eps:
            return 1.0
        if self._dot is None:
            return 0.0
        k = id(self)
        if k not in memo:
            memo[k] = self._dot(lambda v: v.dot(eps, memo))
        return memo[k]

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data + o.data, lambda d: d(self) + d(o), (self, o))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        return Value(self.data * o.data, lambda d: d(self) * o.data + self.data * d(o), (self, o))

    def __pow__(self, n):
        return Value(self.data ** n, lambda d: n * self.data ** (n - 1) * d(self), (self,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, lambda d: (1 - t * t) * d(self), (self,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, lambda d: e * d(self), (self,))

    def log(self): return Value(math.log(self.data), lambda d: d(self) / self.data, (self,))
    def relu(self): return Value(max(0.0, self.data), lambda d: d(self) if self.data > 0 else 0.0, (self,))
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __rsub__(self, o): return -self + o
    def __truediv__(self, o): return self * o ** -1
    def __rtruediv__(self, o): return self ** -1 * o
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        todo, seen = [self], set()
        while todo:
            v = todo.pop()
            if v not in seen:
                seen.add(v)
                v.grad += self.dot(v, {})
                todo.extend(v._prev)
