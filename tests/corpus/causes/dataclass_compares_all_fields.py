from dataclasses import dataclass


@dataclass
class Value:
    data: float
    grad: float = 0.0
    made_of: tuple = ()
    how: str = ""

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, made_of=(self, other), how="+")

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, made_of=(self, other), how="*")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order = []

        def walk(node):
            if node in order:
                return
            for each in node.made_of:
                walk(each)
            order.append(node)

        walk(self)
        self.grad = 1.0
        for node in order[::-1]:
            if node.how == "+":
                for each in node.made_of:
                    each.grad += node.grad
            if node.how == "*":
                left, right = node.made_of
                left.grad += right.data * node.grad
                right.grad += left.data * node.grad
