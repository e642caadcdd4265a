"""Engine with operators generated in a loop; see `_install`."""
import math
import operator


class Value:
    def __init__(self, data, src=(), d=()):
        self.data = float(data)
        self.grad = 0.0
        self.src, self.d = src, d

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v in seen:
                return
            seen.add(v)
            for s in v.src:
                visit(s)
            order.append(v)

        visit(self)
        self.grad = 1.0
        for v in order[::-1]:
            for s, d in zip(v.src, v.d):
                s.grad += d * v.grad


_PARTIALS = {
    "add": lambda a, b: (1.0, 1.0),
    "sub": lambda a, b: (1.0, -1.0),
    "mul": lambda a, b: (b, a),
    "truediv": lambda a, b: (1.0 / b, -a / b ** 2),
    "pow": lambda a, b: (b * a ** (b - 1), a ** b * math.log(a) if a > 0 else 0.0),
}


def _install(name, partials):
    fn = getattr(operator, name)

    def method(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(fn(self.data, other.data), (self, other), partials(self.data, other.data))

    setattr(Value, f"__{name}__", method)
    setattr(Value, f"__r{name}__", method)


for _name, _partials in _PARTIALS.items():
    _install(_name, _partials)

Value.__neg__ = lambda self: Value(-self.data, (self,), (-1.0,))
for _name, _derivative in {"exp": lambda x, y: y, "log": lambda x, y: 1 / x, "tanh": lambda x, y: 1 - y * y}.items():
    def _method(self, f=getattr(math, _name), df=_derivative):
        y = f(self.data)
        return Value(y, (self,), (df(self.data, y),))
    setattr(Value, _name, _method)
