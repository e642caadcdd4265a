class Num:
    def __init__(self, x, left=None, right=None, op=""):
        self.x = x
        self.g = 0.0
        self.left, self.right, self.op = left, right, op
        self.user = None
        for part in (left, right):
            if part is not None:
                part.user = self

    def __add__(self, other):
        return Num(self.x + other.x, self, other, "+")

    def __mul__(self, other):
        return Num(self.x * other.x, self, other, "*")

    def __sub__(self, other):
        return Num(self.x - other.x, self, other, "-")

    def slope(self, part):
        if self.op == "+":
            return 1.0
        if self.op == "-":
            return 1.0 if part is self.left else -1.0
        return self.right.x if part is self.left else self.left.x

    def backward(self):
        if self.user is None:
            self.g = 1.0
        elif self.left is None:
            self.g += self.user.g * self.user.slope(self)
        else:
            self.g = self.user.g * self.user.slope(self)
        if self.left is not None:
            self.left.backward()
            self.right.backward()
