"""Only the pass gives a node its gradient, and each path gives it another one."""


class Term:
    def __init__(self, number, kind="input", parts=()):
        self.number = number
        self.kind = kind
        self.parts = parts

    def __add__(self, other):
        return Term(self.number + other.number, "sum", (self, other))

    def __mul__(self, other):
        return Term(self.number * other.number, "product", (self, other))

    def backward(self, flow=1.0):
        self.slope = flow
        if self.kind == "sum":
            for part in self.parts:
                part.backward(flow)
        elif self.kind == "product":
            one, two = self.parts
            one.backward(flow * two.number)
            two.backward(flow * one.number)
