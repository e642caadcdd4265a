"""Operations are registered on the class; a loop attaches their methods to it."""
import math


class Value:
    """The registry holds for each method its function and its partial derivatives."""

    operations = {}

    def __init__(self, data, parents=(), partials=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.partials = partials

    @classmethod
    def register(cls, method, function, *derivatives):
        cls.operations[method] = (function, derivatives)

    @classmethod
    def perform(cls, method, *operands):
        operands = [each if isinstance(each, cls) else cls(each) for each in operands]
        numbers = [each.data for each in operands]
        function, derivatives = cls.operations[method]
        partials = [derivative(*numbers) for derivative in derivatives]
        return cls(function(*numbers), operands, partials)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def backward(self):
        order, seen = [], set()

        def explore(value):
            if id(value) in seen:
                return
            seen.add(id(value))
            for parent in value.parents:
                explore(parent)
            order.append(value)

        explore(self)
        self.grad = 1.0
        for value in reversed(order):
            for parent, partial in zip(value.parents, value.partials):
                parent.grad += partial * value.grad

    def zero_grad(self):
        self.grad = 0.0


def _logistic(x):
    return 1 / (1 + math.exp(-x))


Value.register("__add__", lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
Value.register("__sub__", lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
Value.register("__mul__", lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
Value.register("__truediv__", lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / y**2)
Value.register(
    "__pow__",
    lambda x, y: x**y,
    lambda x, y: y * x ** (y - 1),
    lambda x, y: x**y * math.log(x) if x > 0 else 0.0,
)
Value.register("__neg__", lambda x: -x, lambda x: -1.0)
Value.register("exp", math.exp, math.exp)
Value.register("log", math.log, lambda x: 1 / x)
Value.register("tanh", math.tanh, lambda x: 1 - math.tanh(x) ** 2)
Value.register("sigmoid", _logistic, lambda x: _logistic(x) * (1 - _logistic(x)))
Value.register("relu", lambda x: max(x, 0.0), lambda x: 1.0 if x > 0 else 0.0)


def _attach(name):
    setattr(Value, name, lambda self, *others: Value.perform(name, self, *others))
    if name in ("__add__", "__sub__", "__mul__", "__truediv__", "__pow__"):
        reflected = "__r" + name.removeprefix("__")
        setattr(Value, reflected, lambda self, other: Value.perform(name, other, self))


for _name in Value.operations:
    _attach(_name)
