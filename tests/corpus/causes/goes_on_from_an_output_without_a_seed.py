class Number:
    def __init__(self, value, parts=(), kind=""):
        self.value = value
        self.parts = parts
        self.kind = kind
        self.grad = 0.0

    def __add__(self, other):
        return Number(self.value + other.value, (self, other), "+")

    def __mul__(self, other):
        return Number(self.value * other.value, (self, other), "*")

    def backward(self):
        if self.kind == "+":
            self.parts[0].grad += self.grad
            self.parts[1].grad += self.grad
        elif self.kind == "*":
            self.parts[0].grad += self.parts[1].value * self.grad
            self.parts[1].grad += self.parts[0].value * self.grad
        for part in self.parts:
            part.backward()
