"""Each operation is an object with `forward()` and `backward()`, as in larger libraries."""

from bench.term.styles._style import Mistake, Style
from grader.faults import Replace

_TEXT = '''\
import math


class Op:
    """forward() gets numbers, backward() gets the gradient of the result."""

    def __call__(self, *args):
        self.inputs = [lift(x) for x in args]
        self.x = [v.data for v in self.inputs]
        self.y = self.forward(*self.x)
        return Value(self.y, self)


class Add(Op):
    def forward(self, a, b):
        return a + b

    def backward(self, g):
        return g, g


class Sub(Op):
    def forward(self, a, b):
        return a - b

    def backward(self, g):
        return g, -g


class Mul(Op):
    def forward(self, a, b):
        return a * b

    def backward(self, g):
        a, b = self.x
        return g * b, g * a


class Div(Op):
    def forward(self, a, b):
        return a / b

    def backward(self, g):
        a, b = self.x
        return g / b, -g * a / b**2


class Pow(Op):
    def forward(self, a, b):
        return a**b

    def backward(self, g):
        a, b = self.x
        return g * b * a ** (b - 1), g * self.y * math.log(a) if a > 0 else 0.0


class Neg(Op):
    def forward(self, a):
        return -a

    def backward(self, g):
        return (-g,)


class Tanh(Op):
    def forward(self, a):
        return math.tanh(a)

    def backward(self, g):
        return (g * (1 - self.y**2),)


class Exp(Op):
    def forward(self, a):
        return math.exp(a)

    def backward(self, g):
        return (g * self.y,)


class Log(Op):
    def forward(self, a):
        return math.log(a)

    def backward(self, g):
        return (g / self.x[0],)


class ReLU(Op):
    def forward(self, a):
        return max(a, 0.0)

    def backward(self, g):
        return (g if self.y > 0 else 0.0,)


class Sigmoid(Op):
    def forward(self, a):
        return 1 / (1 + math.exp(-a))

    def backward(self, g):
        return (g * self.y * (1 - self.y),)


class Value:
    def __init__(self, data, op=None):
        self.data = data
        self.grad = 0.0
        self.op = op

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return Add()(self, other)

    def __sub__(self, other):
        return Sub()(self, other)

    def __mul__(self, other):
        return Mul()(self, other)

    def __truediv__(self, other):
        return Div()(self, other)

    def __pow__(self, other):
        return Pow()(self, other)

    def __neg__(self):
        return Neg()(self)

    def __radd__(self, other):
        return Add()(other, self)

    def __rsub__(self, other):
        return Sub()(other, self)

    def __rmul__(self, other):
        return Mul()(other, self)

    def __rtruediv__(self, other):
        return Div()(other, self)

    def __rpow__(self, other):
        return Pow()(other, self)

    def tanh(self):
        return Tanh()(self)

    def exp(self):
        return Exp()(self)

    def log(self):
        return Log()(self)

    def relu(self):
        return ReLU()(self)

    def sigmoid(self):
        return Sigmoid()(self)

    def backward(self):
        done, order = set(), []

        def collect(value):
            if value in done or value.op is None:
                return
            done.add(value)
            for each in value.op.inputs:
                collect(each)
            order.append(value)

        collect(self)
        self.grad = 1.0
        for value in reversed(order):
            for each, g in zip(value.op.inputs, value.op.backward(value.grad)):
                each.grad += g

    def zero_grad(self):
        self.grad = 0.0


def lift(x):
    return x if isinstance(x, Value) else Value(x)
'''

STYLE = Style(
    text=_TEXT,
    mistakes={
        Mistake("overwritten_gradient", "everywhere"): (Replace("each.grad += g", "each.grad = g"),),
        Mistake("out_grad_left_out", "*"): (Replace("return g * b, g * a", "return b, a"),),
        Mistake("seed_missing", "backward"): (Replace("        self.grad = 1.0\n", ""),),
        Mistake("forward_order", "backward"): (Replace("reversed(order)", "order"),),
        Mistake("preorder", "backward"): (
            Replace("            order.append(value)\n", ""),
            Replace("done.add(value)\n", "done.add(value)\n            order.append(value)\n"),
            Replace("reversed(order)", "order"),
        ),
        Mistake("sum_rule_in_product", "*"): (Replace("return g * b, g * a", "return g, g"),),
        Mistake("own_data_in_product", "*"): (Replace("return g * b, g * a", "return g * a, g * b"),),
        Mistake("wrong_sign", "-: right operand"): (Replace("return g, -g\n", "return g, g\n"),),
        Mistake("tanh_rule", "tanh: square lost"): (Replace("(1 - self.y**2)", "(1 - self.y)"),),
        Mistake("power_rule", "**: exponent not lowered"): (Replace("g * b * a ** (b - 1)", "g * b * a**b"),),
        Mistake("reflected_missing", "*"): (Replace("def __rmul__(", "def _rmul("),),
    },
    share=9,
)
