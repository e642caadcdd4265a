class Value:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self.back = None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other))

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out.back = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other))

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out.back = back
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def backward(self):
        found, waiting = {self}, [self]
        while waiting:
            for parent in waiting.pop().parents:
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        self.grad = 1.0
        for node in found:
            if node.back is not None:
                node.back()
