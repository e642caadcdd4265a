class Num:
    def __init__(self, x, parts=()):
        self.x = x
        self.parts = parts
        self.g = 0.0

    def __add__(self, other):
        return Num(self.x + other.x, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        return Num(self.x * other.x, [(self, other.x), (other, self.x)])

    def backward(self, g=None):
        g = g or 1.0
        self.g += g
        for part, slope in self.parts:
            part.backward(g * slope)
