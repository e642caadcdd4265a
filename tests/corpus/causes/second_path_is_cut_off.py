class Scalar:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.made_of = ()
        self.op = ""

    def __add__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        out = Scalar(self.data + other.data)
        out.made_of, out.op = (self, other), "+"
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        out = Scalar(self.data * other.data)
        out.made_of, out.op = (self, other), "*"
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        out = Scalar(self.data - other.data)
        out.made_of, out.op = (self, other), "-"
        return out

    def __rsub__(self, other):
        return Scalar(other) - self

    def __neg__(self):
        return self * -1

    __radd__ = __add__
    __rmul__ = __mul__

    def _walk(self, share, visited):
        if self in visited:
            return
        self.grad += share
        if not self.made_of:
            return
        left, right = self.made_of
        if self.op == "-":
            left._walk(-share, visited)
            right._walk(-share, visited)
        elif self.op == "+":
            left._walk(share, visited)
            right._walk(share, visited)
        else:
            left._walk(share * right.data, visited)
            right._walk(share * left.data, visited)
        visited.add(self)

    def backward(self):
        self._walk(1.0, set())
