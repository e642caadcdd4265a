import math


class Knot:
    def __init__(self, value):
        self.value = float(value)
        self.grad = 0.0
        self.pull = None
        self.users = 0
        self.heard = 0

    def hear(self, amount):
        self.grad += amount
        self.heard += 1
        if self.heard == self.users and self.pull is not None:
            self.heard = 0
            self.pull()

    def __add__(self, other):
        other = other if isinstance(other, Knot) else Knot(other)
        result = Knot(self.value + other.value)

        def pull():
            self.hear(result.grad)
            other.hear(result.grad)

        self.users += 1
        other.users += 1
        result.pull = pull
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Knot) else Knot(other)
        result = Knot(self.value * other.value)

        def pull():
            self.hear(result.grad * other.value)
            other.hear(result.grad * self.value)

        self.users += 1
        other.users += 1
        result.pull = pull
        return result

    def exp(self):
        result = Knot(math.exp(self.value))

        def pull():
            self.hear(result.grad * result.value)

        self.users += 1
        result.pull = pull
        return result
