class Cell:
    def __init__(self, number, made_of=()):
        self.number = number
        self.grad = 0.0
        self.made_of = made_of
        self.push = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Cell) else Cell(other)
        out = Cell(self.number + other.number, (self, other))

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out.push = push
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Cell) else Cell(other)
        out = Cell(self.number * other.number, (self, other))

        def push():
            self.grad = other.grad
            other.grad = self.grad

        out.push = push
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order, seen = [], set()

        def visit(cell):
            if cell not in seen:
                seen.add(cell)
                for each in cell.made_of:
                    visit(each)
                order.append(cell)

        visit(self)
        self.grad = 1.0
        for cell in reversed(order):
            cell.push()
