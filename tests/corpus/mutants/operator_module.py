"""The functions of the operator module are keys of the table of derivatives."""
import math
import operator


def sigmoid(x):
    return 1.0 / (1.0 + math.exp(-x))


def relu(x):
    return x if x > 0 else 0.0


DERIVATIVES = {
    operator.add: lambda x, y: (1.0, 1.0),
    operator.sub: lambda x, y: (1.0, -1.0),
    operator.mul: lambda x, y: (y, x),
    operator.truediv: lambda x, y: (1.0 / y, -x / (y * y)),
    operator.pow: lambda x, y: (y * x ** (y - 1), x**y * math.log(x) if x > 0 else 0.0),
    operator.neg: lambda x: (-1.0,),
    math.exp: lambda x: (math.exp(x),),
    math.log: lambda x: (1.0 / x,),
    math.tanh: lambda x: (1.0 - math.tanh(x) ** 2,),
    sigmoid: lambda x: (sigmoid(x) * (1.0 - sigmoid(x)),),
    relu: lambda x: (1.0 if x > 0 else 0.0,),
}


class Value:
    def __init__(self, data, function=None, args=()):
        self.data = data
        self.grad = 0.0
        self.function = function
        self.args = args

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        return call(operator.add, self, other)

    def __radd__(self, other):
        return call(operator.add, other, self)

    def __sub__(self, other):
        return call(operator.sub, self, other)

    def __rsub__(self, other):
        return call(operator.sub, other, self)

    def __mul__(self, other):
        return call(operator.mul, self, other)

    def __rmul__(self, other):
        return call(operator.mul, other, self)

    def __truediv__(self, other):
        return call(operator.truediv, self, other)

    def __rtruediv__(self, other):
        return call(operator.truediv, other, self)

    def __pow__(self, other):
        return call(operator.pow, self, other)

    def __rpow__(self, other):
        return call(operator.pow, other, self)

    def __neg__(self):
        return call(operator.neg, self)

    def exp(self):
        return call(math.exp, self)

    def log(self):
        return call(math.log, self)

    def tanh(self):
        return call(math.tanh, self)

    def sigmoid(self):
        return call(sigmoid, self)

    def relu(self):
        return call(relu, self)

    def backward(self):
        ordered = []
        done = set()

        def order(value):
            if value in done:
                return
            done.add(value)
            for arg in value.args:
                order(arg)
            ordered.append(value)

        order(self)
        self.grad = 1.0
        for value in reversed(ordered):
            if value.function is not None:
                slopes = DERIVATIVES[value.function](*[arg.data for arg in value.args])
                for arg, slope in zip(value.args, slopes):
                    arg.grad += slope * value.grad

    def zero_grad(self):
        self.grad = 0.0


def call(function, *args):
    values = [arg if isinstance(arg, Value) else Value(arg) for arg in args]
    return Value(function(*[value.data for value in values]), function, values)
