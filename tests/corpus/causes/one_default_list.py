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
        order, seen = [], set()

        def go(n):
            if n in seen:
                return
            seen.add(n)
            for p, d in n.prev:
                go(p)
            order.append(n)

        go(self)
        self.grad = 1
        for n in reversed(order):
            for p, d in n.prev:
                p.grad += n.grad * d
