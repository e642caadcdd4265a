# Part 1: only + and * so far, the rest is for next week


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def backward(self):
        topo, seen = [], set()

        def walk(v):
            if v in seen:
                return
            seen.add(v)
            for p in v._prev:
                walk(p)
            topo.append(v)

        walk(self)
        self.grad = 1
        for v in topo[::-1]:
            v._backward()
