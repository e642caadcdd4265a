# Value class, week 3. relu is for the MLP later

class Value:

    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self._backward = lambda: None

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            # d(xy)/dx = y and d(xy)/dy = x
            self.grad += other.data
            other.grad += self.data

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, (self,))

        def _backward():
            self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0, self.data), (self,))

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other ** -1

    def backward(self):
        order = []
        seen = []

        def visit(node):
            if node in seen:
                return
            seen.append(node)
            for p in node.parents:
                visit(p)
            order.append(node)

        visit(self)
        self.grad = 1.0
        while order:
            order.pop()._backward()
