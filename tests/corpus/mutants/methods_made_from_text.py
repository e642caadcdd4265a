import math

TEMPLATE = """
def {name}(self{rest}):
    {prepare}
    out = Value({forward}, {parents})
    def pull():
        {pull}
    out.pull = pull
    return out
"""

TABLE = [
    # name, rest, prepare, forward, parents, pull
    ('__add__', ', other', 'other = lift(other)', 'self.data + other.data', '(self, other)',
     'self.grad += out.grad; other.grad += out.grad'),
    ('__sub__', ', other', 'other = lift(other)', 'self.data - other.data', '(self, other)',
     'self.grad += out.grad; other.grad -= out.grad'),
    ('__mul__', ', other', 'other = lift(other)', 'self.data * other.data', '(self, other)',
     'self.grad += other.data * out.grad; other.grad += self.data * out.grad'),
    ('__truediv__', ', other', 'other = lift(other)', 'self.data / other.data', '(self, other)',
     'self.grad += out.grad / other.data; other.grad -= out.grad * self.data / other.data ** 2'),
    ('__pow__', ', n', 'pass', 'self.data ** n', '(self,)',
     'self.grad += n * self.data ** (n - 1) * out.grad'),
    ('__neg__', '', 'pass', '-self.data', '(self,)', 'self.grad -= out.grad'),
    ('exp', '', 'pass', 'math.exp(self.data)', '(self,)', 'self.grad += out.data * out.grad'),
    ('log', '', 'pass', 'math.log(self.data)', '(self,)', 'self.grad += out.grad / self.data'),
    ('tanh', '', 'pass', 'math.tanh(self.data)', '(self,)', 'self.grad += (1 - out.data ** 2) * out.grad'),
    ('relu', '', 'pass', 'max(0, self.data)', '(self,)', 'self.grad += (self.data > 0) * out.grad'),
]


class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0
        self.parents = parents
        self.pull = lambda: None

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def backward(self):
        order, seen = [], set()

        def visit(v):
            if v in seen:
                return
            seen.add(v)
            for p in v.parents:
                visit(p)
            order.append(v)

        visit(self)
        self.grad = 1
        for v in order[::-1]:
            v.pull()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


for name, rest, prepare, forward, parents, pull in TABLE:
    space = {'Value': Value, 'math': math, 'lift': lift}
    exec(TEMPLATE.format(name=name, rest=rest, prepare=prepare, forward=forward, parents=parents, pull=pull), space)
    setattr(Value, name, space[name])
