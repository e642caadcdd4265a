import math


class Value:
    """A number that knows which operation made it.

    The forward methods only write down the operation and its parents.
    What to do in the backward pass is decided later, by the name of the operation.
    """

    def __init__(self, data, parents=(), op='', label=''):
        self.data = data
        self.grad = 0.0
        self.label = label
        self._parents = tuple(parents)
        self._op = op
        self._arg = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(x)

    # ------------------------------------------------------------ forward

    def __add__(self, other):
        other = Value._wrap(other)
        return Value(self.data + other.data, (self, other), 'add')

    def __sub__(self, other):
        other = Value._wrap(other)
        return Value(self.data - other.data, (self, other), 'sub')

    def __mul__(self, other):
        other = Value._wrap(other)
        return Value(self.data * other.data, (self, other), 'mul')

    def __truediv__(self, other):
        other = Value._wrap(other)
        return Value(self.data / other.data, (self, other), 'div')

    def __neg__(self):
        return Value(-self.data, (self,), 'neg')

    def __pow__(self, n):
        assert isinstance(n, (int, float)), "only numbers as exponent"
        out = Value(self.data ** n, (self,), 'pow')
        out._arg = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), 'tanh')

    def exp(self):
        return Value(math.exp(self.data), (self,), 'exp')

    def log(self):
        return Value(math.log(self.data), (self,), 'log')

    def relu(self):
        return Value(max(0.0, self.data), (self,), 'relu')

    def sigmoid(self):
        return Value(1 / (1 + math.exp(-self.data)), (self,), 'sigmoid')

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value._wrap(other) - self

    def __rtruediv__(self, other):
        return Value._wrap(other) / self

    # ----------------------------------------------------------- backward
    # every rule is called on the RESULT of the operation

    def _backward_add(self):
        a, b = self._parents
        a.grad += self.grad
        b.grad += self.grad

    def _backward_sub(self):
        a, b = self._parents
        a.grad += self.grad
        b.grad -= self.grad

    def _backward_mul(self):
        a, b = self._parents
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def _backward_div(self):
        a, b = self._parents
        a.grad += self.grad / b.data
        b.grad += -a.data / b.data ** 2 * self.grad

    def _backward_neg(self):
        (a,) = self._parents
        a.grad += -self.grad

    def _backward_pow(self):
        (a,) = self._parents
        a.grad += self._arg * a.data ** (self._arg - 1) * self.grad

    def _backward_tanh(self):
        (a,) = self._parents
        a.grad += (1 - self.data ** 2) * self.grad

    def _backward_exp(self):
        (a,) = self._parents
        a.grad += self.data * self.grad

    def _backward_log(self):
        (a,) = self._parents
        a.grad += self.grad / a.data

    def _backward_relu(self):
        (a,) = self._parents
        if a.data > 0:
            a.grad += self.grad

    def _backward_sigmoid(self):
        (a,) = self._parents
        a.grad += self.data * (1 - self.data) * self.grad

    def _apply_rule(self):
        rule = getattr(self, '_backward_' + self._op, None)
        if rule is not None:      # leaves have no rule
            rule()

    def backward(self):
        order = []
        visited = set()

        def visit(v):
            if v not in visited:
                visited.add(v)
                for p in v._parents:
                    visit(p)
                order.append(v)

        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            v._apply_rule()
