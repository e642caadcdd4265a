import math


class Cell:
    def __init__(self, num):
        self.num = num
        self.grad = 0
        self.inputs = ()
        self.backward = lambda: None

    def __add__(self, other):
        total = Cell(self.num + other.num)
        total.inputs = (self, other)

        def spread():
            self.grad += total.grad
            other.grad += total.grad

        total.backward = spread
        return total

    def __mul__(self, other):
        product = Cell(self.num * other.num)
        product.inputs = (self, other)

        def spread():
            self.grad += other.num * product.grad
            other.grad += self.num * product.grad

        product.backward = spread
        return product

    def sigmoid(self):
        s = 0.9999 if self.num > 12 else 0.0001 if self.num < -12 else 1 / (1 + math.exp(-self.num))
        squashed = Cell(s)
        squashed.inputs = (self,)

        def spread():
            self.grad += s * (1 - s) * squashed.grad

        squashed.backward = spread
        return squashed

    def derive_all_below(self):
        order, seen = [], set()

        def visit(cell):
            if cell not in seen:
                seen.add(cell)
                for below in cell.inputs:
                    visit(below)
                order.append(cell)

        visit(self)
        self.grad = 1
        for cell in reversed(order):
            cell.backward()
