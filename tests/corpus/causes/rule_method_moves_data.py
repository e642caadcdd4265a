"""One method for each rule; that of relu moves the number of its operand, not the gradient."""


class Value:
    def __init__(self, data, prev=(), op=""):
        self.data, self.grad, self.prev, self.op = data, 0.0, list(prev), op

    def __add__(self, other):
        return Value(self.data + as_value(other).data, [self, as_value(other)], "sum")

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, [self, other], "product")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, [self], "rectified")

    def pull_sum(self):
        for each in self.prev:
            each.grad += self.grad

    def pull_product(self):
        a, b = self.prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad

    def pull_rectified(self):
        if self.data > 0:
            self.prev[0].data += self.grad

    def order(self, known, done):
        if id(self) not in known:
            known.add(id(self))
            for each in self.prev:
                each.order(known, done)
            done.append(self)
        return done

    def backward(self):
        self.grad = 1.0
        for node in reversed(self.order(set(), [])):
            if node.op:
                getattr(node, "pull_" + node.op)()

    __radd__, __rmul__ = __add__, __mul__


def as_value(x):
    return x if isinstance(x, Value) else Value(x)
