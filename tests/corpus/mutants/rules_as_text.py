from math import exp, log, tanh

# op: (forward, [derivative of each operand]); x, y operands, z the result, g the incoming gradient
RULES = {
    '+': ('x + y', ['g', 'g']),
    '-': ('x - y', ['g', '-g']),
    '*': ('x * y', ['g * y', 'g * x']),
    '/': ('x / y', ['g / y', '-g * x / (y * y)']),
    'neg': ('-x', ['-g']),
    'exp': ('exp(x)', ['g * z']),
    'log': ('log(x)', ['g / x']),
    'tanh': ('tanh(x)', ['g * (1 - z * z)']),
    'relu': ('x if x > 0 else 0.0', ['g if x > 0 else 0.0']),
}


class Value:
    def __init__(self, data, op=None, operands=()):
        self.data, self.op, self.operands = data, op, operands
        self.grad = 0.0

    def names(self, **more):
        return {**dict(zip('xy', [o.data for o in self.operands])), **more}

    def backward(self):
        self.grad = 1.0
        for node in reversed(topological(self)):
            if node.op is None:
                continue
            if node.op == '**':
                (x,) = node.operands
                x.grad += node.grad * node.n * x.data ** (node.n - 1)
                continue
            env = node.names(z=node.data, g=node.grad)
            for operand, text in zip(node.operands, RULES[node.op][1]):
                operand.grad += eval(text, {}, env)

    def __pow__(self, n):
        out = Value(self.data ** n, '**', (self,))
        out.n = n
        return out

    def __add__(self, other): return apply('+', self, other)
    def __radd__(self, other): return apply('+', other, self)
    def __sub__(self, other): return apply('-', self, other)
    def __rsub__(self, other): return apply('-', other, self)
    def __mul__(self, other): return apply('*', self, other)
    def __rmul__(self, other): return apply('*', other, self)
    def __truediv__(self, other): return apply('/', self, other)
    def __rtruediv__(self, other): return apply('/', other, self)
    def __neg__(self): return apply('neg', self)
    def exp(self): return apply('exp', self)
    def log(self): return apply('log', self)
    def tanh(self): return apply('tanh', self)
    def relu(self): return apply('relu', self)


def apply(op, *operands):
    operands = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    env = dict(zip('xy', [o.data for o in operands]), exp=exp, log=log, tanh=tanh)
    return Value(eval(RULES[op][0], {}, env), op, operands)


def topological(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            stack.extend((o, False) for o in node.operands)
    return order
