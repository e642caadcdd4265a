"""Rules stand in one table, by the name of the operation, and `backward()` looks them up."""

from bench.term.styles._style import Mistake, Style
from grader.faults import Replace

_TEXT = """\
import math

# For each operation: the derivatives of the result by its inputs.
# x, y are the data of the inputs, r is the data of the result.
RULES = {
    "add": lambda r, x, y: (1.0, 1.0),
    "sub": lambda r, x, y: (1.0, -1.0),
    "mul": lambda r, x, y: (y, x),
    "div": lambda r, x, y: (1.0 / y, -x / y**2),
    "pow": lambda r, x, y: (y * x ** (y - 1), r * math.log(x) if x > 0 else 0.0),
    "neg": lambda r, x: (-1.0,),
    "tanh": lambda r, x: (1 - r**2,),
    "exp": lambda r, x: (r,),
    "log": lambda r, x: (1.0 / x,),
    "relu": lambda r, x: (1.0 if x > 0 else 0.0,),
    "sigmoid": lambda r, x: (r * (1 - r),),
}


class Value:
    def __init__(self, data, parents=(), op=None):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.op = op

    def __repr__(self):
        return f"Value({self.data}, {self.grad}, {self.op})"

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other):
        other = to_value(other)
        return Value(self.data / other.data, (self, other), "div")

    def __pow__(self, other):
        other = to_value(other)
        return Value(self.data**other.data, (self, other), "pow")

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __rpow__(self, other):
        return to_value(other) ** self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def log(self):
        return Value(math.log(self.data), (self,), "log")

    def relu(self):
        return Value(max(self.data, 0.0), (self,), "relu")

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), (self,), "sigmoid")

    def backward(self):
        # how many nodes still have to give something to a node
        waiting = {}
        todo = [self]
        while todo:
            node = todo.pop()
            for parent in node.parents:
                if parent not in waiting:
                    waiting[parent] = 0
                    todo.append(parent)
                waiting[parent] += 1

        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node.op is None:
                continue
            rule = RULES[node.op]
            derivatives = rule(node.data, *[parent.data for parent in node.parents])
            for parent, derivative in zip(node.parents, derivatives):
                parent.grad += derivative * node.grad
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)

    def zero_grad(self):
        self.grad = 0.0


def to_value(x):
    return x if isinstance(x, Value) else Value(x)
"""
_READY = """\
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)
"""

STYLE = Style(
    text=_TEXT,
    mistakes={
        Mistake("overwritten_gradient", "everywhere"): (Replace("parent.grad += ", "parent.grad = "),),
        Mistake("out_grad_left_out", "everywhere"): (Replace("derivative * node.grad", "derivative"),),
        Mistake("seed_missing", "backward"): (Replace("        self.grad = 1.0\n", ""),),
        Mistake("no_topological_order", "backward"): (
            Replace(_READY, "                ready.append(parent)\n"),
        ),
        Mistake("one_level", "backward"): (Replace(_READY, ""),),
        Mistake("sum_rule_in_product", "*"): (Replace("x, y: (y, x)", "x, y: (1.0, 1.0)"),),
        Mistake("own_data_in_product", "*"): (Replace("x, y: (y, x)", "x, y: (x, y)"),),
        Mistake("wrong_sign", "-: right operand"): (Replace("(1.0, -1.0)", "(1.0, 1.0)"),),
        Mistake("power_rule", "**: no factor"): (Replace("y * x ** (y - 1)", "x ** (y - 1)"),),
        Mistake("tanh_rule", "tanh: square lost"): (Replace("(1 - r**2,)", "(1 - r,)"),),
        Mistake("relu_rule", "relu: always open"): (Replace("(1.0 if x > 0 else 0.0,)", "(1.0,)"),),
        Mistake("missing_method", "sigmoid"): (
            Replace('    "sigmoid": lambda r, x: (r * (1 - r),),\n', ""),
            Replace(
                "    def sigmoid(self):\n"
                '        return Value(1 / (1 + math.exp(-self.data)), (self,), "sigmoid")\n\n',
                "",
            ),
        ),
        Mistake("reflected_missing", "+"): (Replace("def __radd__(", "def _radd("),),
    },
    share=9,
)
