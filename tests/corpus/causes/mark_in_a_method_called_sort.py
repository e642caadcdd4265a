import math


class Value:
    def __init__(self, data, children=[]):
        self.data = data
        self.grad = 0
        self.children = list(children)
        self.visited = False

    def _link(self, *pairs):
        for pair in pairs:
            self.children.append(pair)
        return self

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data)._link((self, 1), (other, 1))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data)._link((self, other.data), (other, self.data))

    def __pow__(self, n):
        return Value(self.data ** n)._link((self, n * self.data ** (n - 1)))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        return self * (other ** -1)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._link((self, 1 - t * t))

    def sort(self, order):
        """depth first; a node that was visited is not visited again"""
        if self.visited:
            return order
        self.visited = True
        for child, _ in self.children:
            child.sort(order)
        order.append(self)
        return order

    def backward(self):
        self.grad = 1
        for node in reversed(self.sort([])):
            for child, d in node.children:
                child.grad += d * node.grad


if __name__ == '__main__':
    x = Value(2.0)
    y = x * x + 3 * x
    y.backward()
    print(x.grad)
