class Number:
    def __init__(self, data, how=None, of=()):
        self.data = data
        self.how = how
        self.of = list(of)
        self.grad = 0.0

    def __add__(self, other):
        return Number(self.data + other.data, "+", [self, other])

    def __mul__(self, other):
        return Number(self.data * other.data, "*", [self, other])

    def backprop(self):
        if self.how == "+":
            for each in self.of:
                each.grad += self.grad
        elif self.how == "*":
            first, second = self.of
            first.grad += second.data * self.grad
            second.grad += first.data * self.grad
        for each in self.of:
            each.backprop()
