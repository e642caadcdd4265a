import math
import operator


class Differentiable(type):
    """Reads `rules` of the class and gives it the operators."""

    def __new__(mcs, name, bases, body):
        cls = super().__new__(mcs, name, bases, body)
        for symbol, (function, derivative) in body.get('rules', {}).items():
            setattr(cls, symbol, mcs.method(cls, function, derivative))
        for symbol in ('add', 'sub', 'mul', 'truediv'):
            straight = getattr(cls, f'__{symbol}__')
            setattr(cls, f'__r{symbol}__', lambda self, left, straight=straight: straight(cls.cast(left), self))
        return cls

    @staticmethod
    def method(cls, function, derivative):
        def apply(self, *others):
            operands = [self, *map(cls.cast, others)]
            numbers = [operand.data for operand in operands]
            return cls(function(*numbers), list(zip(operands, derivative(*numbers))))
        return apply


class Value(metaclass=Differentiable):
    rules = {
        '__add__': (operator.add, lambda a, b: (1, 1)),
        '__sub__': (operator.sub, lambda a, b: (1, -1)),
        '__mul__': (operator.mul, lambda a, b: (b, a)),
        '__truediv__': (operator.truediv, lambda a, b: (1 / b, -a / b ** 2)),
        '__neg__': (operator.neg, lambda a: (-1,)),
        'exp': (math.exp, lambda a: (math.exp(a),)),
        'log': (math.log, lambda a: (1 / a,)),
        'tanh': (math.tanh, lambda a: (1 - math.tanh(a) ** 2,)),
        'relu': (lambda a: a * (a > 0), lambda a: (float(a > 0),)),
    }

    def __init__(self, data, edges=()):
        self.data = data
        self.edges = edges
        self.grad = 0.0

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __pow__(self, n):
        return Value(self.data ** n, [(self, n * self.data ** (n - 1))])

    def backward(self):
        counts = {}
        stack = [self]
        while stack:
            node = stack.pop()
            for parent, _ in node.edges:
                if parent not in counts:
                    stack.append(parent)
                counts[parent] = counts.get(parent, 0) + 1
        ready = [self]
        self.grad = 1.0
        while ready:
            node = ready.pop()
            for parent, local in node.edges:
                parent.grad += local * node.grad
                counts[parent] -= 1
                if counts[parent] == 0:
                    ready.append(parent)
