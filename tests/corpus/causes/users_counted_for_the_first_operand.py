import math


class Variable:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.creator = None
        self.uses = 0

    def getData(self):
        return self.data

    def addGrad(self, g):
        self.grad = self.grad + g

    def backward(self):
        self.addGrad(1.0)
        ready = [self]
        while len(ready) > 0:
            v = ready.pop()
            if v.creator is None:
                continue
            for u, g in zip(v.creator.inputs, v.creator.backward(v.grad)):
                u.addGrad(g)
                u.uses -= 1
                if u.uses <= 0:
                    ready.append(u)

    def __add__(self, o): return Add()(self, o)
    def __radd__(self, o): return Add()(o, self)
    def __mul__(self, o): return Mul()(self, o)
    def __rmul__(self, o): return Mul()(o, self)
    def __sub__(self, o): return Sub()(self, o)
    def __rsub__(self, o): return Sub()(o, self)
    def __truediv__(self, o): return Div()(self, o)
    def __rtruediv__(self, o): return Div()(o, self)
    def __neg__(self): return Mul()(self, -1.0)
    def __pow__(self, n): return Pow(n)(self)
    def tanh(self): return Tanh()(self)
    def exp(self): return Exp()(self)
    def relu(self): return Relu()(self)


class Function:
    def __call__(self, *inputs):
        self.inputs = [i if isinstance(i, Variable) else Variable(i) for i in inputs]
        self.inputs[0].uses += 1
        self.output = Variable(self.forward(*[i.getData() for i in self.inputs]))
        self.output.creator = self
        return self.output


class Add(Function):
    def forward(self, x, y):
        return x + y

    def backward(self, g):
        return g, g


class Sub(Function):
    def forward(self, x, y):
        return x - y

    def backward(self, g):
        return g, -g


class Mul(Function):
    def forward(self, x, y):
        return x * y

    def backward(self, g):
        x, y = self.inputs
        return g * y.data, g * x.data


class Div(Function):
    def forward(self, x, y):
        return x / y

    def backward(self, g):
        x, y = self.inputs
        return g / y.data, -g * x.data / y.data ** 2


class Pow(Function):
    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x ** self.n

    def backward(self, g):
        return [g * self.n * self.inputs[0].data ** (self.n - 1)]


class Tanh(Function):
    def forward(self, x):
        return math.tanh(x)

    def backward(self, g):
        return [g * (1 - self.output.data ** 2)]


class Exp(Function):
    def forward(self, x):
        return math.exp(x)

    def backward(self, g):
        return [g * self.output.data]


class Relu(Function):
    def forward(self, x):
        return max(x, 0.0)

    def backward(self, g):
        return [g if self.inputs[0].data > 0 else 0.0]
