"""Values that behave like numbers everywhere: sorting, float(), round(), sum(), max(), abs() ..."""
import functools
import math
import numbers
import operator


@functools.total_ordering
class Value(numbers.Number):

    def __init__(self, data, _parents=(), _local=(), name=None):
        self.data = float(data)
        self.grad = 0.0
        self._parents = _parents
        self._local = _local
        self.name = name

    # ---- number protocol -----------------------------------------------------
    def __float__(self):
        return self.data

    def __int__(self):
        return int(self.data)

    def __bool__(self):
        return self.data != 0.0

    def __round__(self, n=0):
        return round(self.data, n)

    def __format__(self, spec):
        return format(self.data, spec or ".4g")

    def __str__(self):
        return f"{self}"

    def __eq__(self, other):
        return float(self) == float(other)

    def __lt__(self, other):
        return float(self) < float(other)

    def __hash__(self):
        return id(self)

    def item(self):
        return self.data

    # ---- differentiable ops --------------------------------------------------
    def _make(self, data, *pairs):
        return Value(data, tuple(p for p, _ in pairs), tuple(d for _, d in pairs))

    def __add__(self, other):
        if not isinstance(other, Value):
            return self._make(self.data + other, (self, 1.0))
        return self._make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self._make(self.data * other, (self, other))
        return self._make(self.data * other.data, (self, other.data), (other, self.data))

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return other + -1 * self

    def __neg__(self):
        return -1 * self

    def __pos__(self):
        return self

    def __abs__(self):
        return self._make(abs(self.data), (self, math.copysign(1.0, self.data)))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self * (1 / other)
        return self * other.reciprocal()

    def __rtruediv__(self, other):
        return other * self.reciprocal()

    def reciprocal(self):
        return self._make(1 / self.data, (self, -1 / self.data ** 2))

    def __pow__(self, n):
        if isinstance(n, Value):
            p = self.data ** n.data
            return self._make(p, (self, n.data * p / self.data), (n, p * math.log(self.data)))
        return self._make(self.data ** n, (self, n * self.data ** (n - 1)))

    def __rpow__(self, base):
        return Value(base) ** self

    __radd__, __rmul__ = __add__, __mul__

    def exp(self):
        return self._make(math.e ** self.data, (self, math.e ** self.data))

    def ln(self):
        return self._make(math.log(self.data), (self, 1 / self.data))

    def relu(self):
        return max(self, Value(0.0))

    def softplus(self):
        return (1 + self.exp()).ln()

    def logistic(self):
        return self.tanh_half() * 0.5 + 0.5

    def tanh_half(self):
        t = math.tanh(self.data / 2)
        return self._make(t, (self, (1 - t * t) / 2))

    def tanh(self):
        return (self * 2).tanh_half()

    # ---- backward ------------------------------------------------------------
    def backward(self, gradient=1.0, retain=False):
        order, ids = [], set()

        def visit(v):
            if id(v) not in ids:
                ids.add(id(v))
                for p in v._parents:
                    visit(p)
                order.append(v)

        visit(self)
        self.grad += gradient
        for v in reversed(order):
            for p, d in zip(v._parents, v._local):
                p.grad += v.grad * d


def mean(values):
    values = list(values)
    return functools.reduce(operator.add, values) / len(values)


if __name__ == '__main__':
    vs = [Value(3), Value(1), Value(2)]
    print(sorted(vs), max(vs), sum(vs), mean(vs), f"{abs(Value(-2)):.2f}")
