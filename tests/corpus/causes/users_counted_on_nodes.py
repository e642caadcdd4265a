class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0
        self.uses = 0
        self.push = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data)
        self.uses += 1  # of the sum
        other.uses += 1

        def push():
            if out.uses > 1:
                out.uses -= 1
                return
            self.grad += out.grad
            other.grad += out.grad
            self.push()
            other.push()

        out.push = push
        return out

    __radd__ = __add__

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data)
        self.uses += 1
        other.uses += 1

        def push():
            if out.uses > 1:
                out.uses -= 1
                return
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
            self.push()
            other.push()

        out.push = push
        return out

    __rmul__ = __mul__

    def backward(self):
        self.grad = 1
        self.push()
