import math


class Tensor:
    """A number that remembers where it came from."""

    def __init__(self, data, requires_grad=False):
        self.data = data
        self.requires_grad = requires_grad
        self.grad = 0
        self.is_leaf = True
        self.grad_fn = None
        self.inputs = ()

    def __add__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        result = Tensor(self.data + other.data)
        result.inputs = (self, other)
        result.grad_fn = "add"
        return result

    __radd__ = __add__

    def __mul__(self, other):
        if not isinstance(other, Tensor):
            other = Tensor(other)
        result = Tensor(self.data * other.data)
        result.inputs = (self, other)
        result.grad_fn = "mul"
        return result

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return other + -self

    def relu(self):
        result = Tensor(self.data if self.data > 0 else 0)
        result.inputs = (self,)
        result.grad_fn = "relu"
        return result

    def exp(self):
        result = Tensor(math.exp(self.data))
        result.inputs = (self,)
        result.grad_fn = "exp"
        return result

    def backward(self):
        topo = []
        visited = set()

        def build(t):
            if t not in visited:
                visited.add(t)
                for i in t.inputs:
                    build(i)
                topo.append(t)

        build(self)
        self.grad = 1
        for t in topo[::-1]:
            if t.is_leaf:
                continue
            if t.grad_fn == "add":
                t.inputs[0].grad += t.grad
                t.inputs[1].grad += t.grad
            elif t.grad_fn == "mul":
                t.inputs[0].grad += t.inputs[1].data * t.grad
                t.inputs[1].grad += t.inputs[0].data * t.grad
            elif t.grad_fn == "relu":
                t.inputs[0].grad += (t.data > 0) * t.grad
            elif t.grad_fn == "exp":
                t.inputs[0].grad += t.data * t.grad
