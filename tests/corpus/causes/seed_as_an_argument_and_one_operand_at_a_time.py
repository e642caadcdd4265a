class Cell:
    def __init__(self, number, kind=None, first=None, second=None):
        self.number = number
        self.kind = kind
        self.first, self.second = first, second
        self.grad = 0.0

    def __add__(self, other):
        return Cell(self.number + other.number, "sum", self, other)

    def __mul__(self, other):
        return Cell(self.number * other.number, "product", self, other)

    def backward(self, arriving=1.0):
        if self.first is not None:
            if self.kind == "sum":
                self.first.grad += arriving
            else:
                self.first.grad += arriving * self.second.number
            self.first.backward(self.first.grad)
        if self.second is not None:
            if self.kind == "sum":
                self.second.grad += arriving
            else:
                self.second.grad += arriving * self.first.number
            self.second.backward(self.second.grad)
