class Value:
    def __init__(self, data, prev=[]):
        self.data = data
        self.grad = 0
        self.prev = prev
    def __add__(self, other):
        out = Value(self.data + other.data)
        out.prev.append((self, 1))
        out.prev.append((other, 1))
        return out
    def __mul__(self, other):
        out = Value(self.data * other.data)
        out.prev.append((self, other.data))
        out.prev.append((other, self.data))
        return out
    def backward(self):
        self.grad = 1
        for p, d in self.prev:
            p.grad += self.grad * d
