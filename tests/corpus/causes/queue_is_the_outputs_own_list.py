import math


class Number:
    def __init__(self, value, made_of=None):
        self.value = value
        self.grad = 0.0
        self.made_of = [] if made_of is None else made_of
        self.hand_on = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.value + other.value, [self, other])

        def hand_on():
            self.grad += out.grad
            other.grad += out.grad

        out.hand_on = hand_on
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.value * other.value, [self, other])

        def hand_on():
            self.grad += other.value * out.grad
            other.grad += self.value * out.grad

        out.hand_on = hand_on
        return out

    def __pow__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        out = Number(self.value**other.value, [self, other])

        def hand_on():
            self.grad += other.value * self.value ** (other.value - 1) * out.grad
            if self.value > 0:
                other.grad += out.value * math.log(self.value) * out.grad

        out.hand_on = hand_on
        return out

    def backward(self):
        self.grad = 1.0
        self.hand_on()
        waiting = self.made_of
        while waiting:
            node = waiting.pop(0)
            node.hand_on()
            waiting.extend(node.made_of)
