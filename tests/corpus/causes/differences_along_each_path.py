class Quantity:
    """Keeps for each operand a function of it: what the result would be for another number there."""

    def __init__(self, number, made_by=()):
        self.number = number
        self.slope = 0.0
        self.made_by = made_by

    def __add__(self, other):
        x, y = self.number, other.number
        return Quantity(x + y, ((self, lambda new: new + y), (other, lambda new: x + new)))

    def __mul__(self, other):
        x, y = self.number, other.number
        return Quantity(x * y, ((self, lambda new: new * y), (other, lambda new: x * new)))

    def __pow__(self, exponent):
        return Quantity(self.number**exponent, ((self, lambda new: new**exponent),))

    def back(self, arriving=1.0):
        self.slope += arriving
        for operand, result_at in self.made_by:
            step = 1e-4
            difference = (result_at(operand.number + step) - result_at(operand.number)) / step
            operand.back(difference * self.slope)
