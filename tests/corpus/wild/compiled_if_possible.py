"""Uses my C++ engine when it is built, else the Python one below.  Both have the same interface."""
import sys
import time
from argparse import ArgumentParser

try:
    from _fastgrad import Value
    BACKEND = "c++"
except ImportError:
    BACKEND = "python"
    import math

    class Value:
        def __init__(self, data, prev=(), op=""):
            self.data, self.grad = data, 0.0
            self.prev, self.op = prev, op

        def _wrap(self, other):
            return other if isinstance(other, Value) else Value(other)

        def __add__(self, other):
            return Value(self.data + self._wrap(other).data, (self, self._wrap(other)), "+") \
                if not isinstance(other, Value) else Value(self.data + other.data, (self, other), "+")

        def __mul__(self, other):
            other = self._wrap(other)
            return Value(self.data * other.data, (self, other), "*")

        def __pow__(self, n):
            out = Value(self.data ** n, (self,), "pow")
            out.n = n
            return out

        def tanh(self):
            return Value(math.tanh(self.data), (self,), "tanh")

        def exp(self):
            return Value(math.exp(self.data), (self,), "exp")

        def log(self):
            return Value(math.log(self.data), (self,), "log")

        def relu(self):
            return Value(self.data if self.data >= 0 else 0.0, (self,), "relu")

        __radd__ = lambda self, other: self + other
        __rmul__ = lambda self, other: self * other
        __neg__ = lambda self: self * -1
        __sub__ = lambda self, other: self + -1 * other
        __rsub__ = lambda self, other: other + -1 * self
        __truediv__ = lambda self, other: self * self._wrap(other) ** -1
        __rtruediv__ = lambda self, other: self ** -1 * other

        def _push(self):
            g = self.grad
            if self.op == "+":
                for p in self.prev:
                    p.grad += g
            elif self.op == "*":
                a, b = self.prev
                a.grad, b.grad = a.grad + g * b.data if a is not b else a.grad + 2 * g * a.data, \
                    b.grad + g * a.data if a is not b else b.grad + 2 * g * a.data
            elif self.op == "pow":
                self.prev[0].grad += g * self.n * self.prev[0].data ** (self.n - 1)
            elif self.op == "tanh":
                self.prev[0].grad += g * (1 - self.data ** 2)
            elif self.op == "exp":
                self.prev[0].grad += g * self.data
            elif self.op == "log":
                self.prev[0].grad += g / self.prev[0].data
            elif self.op == "relu":
                self.prev[0].grad += g * (self.prev[0].data >= 0)

        def backward(self):
            order, seen = [], set()

            def visit(v):
                if v not in seen:
                    seen.add(v)
                    for p in v.prev:
                        visit(p)
                    order.append(v)

            visit(self)
            self.grad = 1.0
            for v in reversed(order):
                v._push()


parser = ArgumentParser()
parser.add_argument("-n", type=int, default=1000, help="repetitions")
args = parser.parse_args()

start = time.perf_counter()
for i in range(args.n):
    a, b = Value(0.5), Value(-1.25)
    c = (a * b + a / 3).tanh() + b ** 2
    c.backward()
print(f"{BACKEND}: {args.n} passes in {time.perf_counter() - start:.3f} s", file=sys.stderr)
