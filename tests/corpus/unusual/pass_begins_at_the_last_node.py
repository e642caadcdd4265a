"""Every node is kept in one list, of which the pass goes from the end; a graph ends in a result."""


class Cell:
    made = []

    def __init__(self, data, is_input=True):
        self.data = data
        self.is_input = is_input
        self.users = []
        self.grad = 0.0
        Cell.made.append(self)

    def __add__(self, other):
        result = Cell(self.data + other.data, is_input=False)
        self.users.append((result, 1.0))
        other.users.append((result, 1.0))
        return result

    def __mul__(self, other):
        result = Cell(self.data * other.data, is_input=False)
        self.users.append((result, other.data))
        other.users.append((result, self.data))
        return result

    def backward(self):
        if Cell.made[-1].is_input:
            raise RuntimeError("an input was made after the graph")
        for cell in reversed(Cell.made):
            cell.slope = 1.0 if cell is self else sum(user.slope * d for user, d in cell.users)
        for cell in Cell.made:
            cell.grad += cell.slope
