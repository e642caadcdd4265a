"""Each result keeps the derivatives by its operands, and `backward()` multiplies and adds."""

from bench.term.styles._style import Mistake, Style
from grader.faults import Replace

_TEXT = '''\
import math


class Value:
    """One number. Next to its inputs it keeps the derivative by each of them."""

    def __init__(self, data, inputs=(), local_grads=()):
        self.data = data
        self.grad = 0.0
        self.inputs = inputs
        self.local_grads = local_grads

    def __repr__(self):
        return f"Value({self.data:.4g}, grad={self.grad:.4g})"

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Value.wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Value.wrap(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Value.wrap(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __pow__(self, other):
        other = Value.wrap(other)
        p = self.data ** other.data
        d_base = other.data * self.data ** (other.data - 1)
        d_exponent = p * math.log(self.data) if self.data > 0 else 0.0
        return Value(p, (self, other), (d_base, d_exponent))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1.0 / self.data,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (float(self.data > 0),))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), (s * (1 - s),))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def backward(self):
        topo = []
        visited = set()

        def build(v):
            if v not in visited:
                visited.add(v)
                for child in v.inputs:
                    build(child)
                topo.append(v)

        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            for child, local_grad in zip(v.inputs, v.local_grads):
                child.grad += local_grad * v.grad

    def zero_grad(self):
        self.grad = 0.0
'''

STYLE = Style(
    text=_TEXT,
    mistakes={
        Mistake("overwritten_gradient", "everywhere"): (Replace("child.grad += ", "child.grad = "),),
        Mistake("out_grad_left_out", "everywhere"): (Replace("local_grad * v.grad", "local_grad"),),
        Mistake("seed_missing", "backward"): (Replace("        self.grad = 1.0\n", ""),),
        Mistake("one_level", "backward"): (Replace("in reversed(topo)", "in [self]"),),
        Mistake("preorder", "backward"): (
            Replace("                topo.append(v)\n", ""),
            Replace("visited.add(v)\n", "visited.add(v)\n                topo.append(v)\n"),
            Replace("reversed(topo)", "topo"),
        ),
        Mistake("forward_order", "backward"): (Replace("reversed(topo)", "topo"),),
        Mistake("sum_rule_in_product", "*"): (Replace("(other.data, self.data)", "(1.0, 1.0)"),),
        Mistake("own_data_in_product", "*"): (Replace("(other.data, self.data)", "(self.data, other.data)"),),
        Mistake("wrong_sign", "-: right operand"): (Replace("(1.0, -1.0)", "(1.0, 1.0)"),),
        Mistake("power_rule", "**: exponent not lowered"): (Replace("** (other.data - 1)", "** other.data"),),
        Mistake("tanh_rule", "tanh: square lost"): (Replace("1 - t**2", "1 - t"),),
        Mistake("relu_rule", "relu: always open"): (Replace("float(self.data > 0)", "1.0"),),
        Mistake("reflected_missing", "*"): (Replace("def __rmul__(", "def _rmul("),),
    },
    share=12,
)
