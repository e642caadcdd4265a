class Num:
    def __init__(self, x, made_of=()):
        self.x = x
        self.g = 0.0
        self.made_of = made_of
        self.slope = 0.0

    def __add__(self, other):
        self.slope = 1.0
        other.slope = 1.0
        return Num(self.x + other.x, (self, other))

    def __mul__(self, other):
        self.slope = other.x
        other.slope = self.x
        return Num(self.x * other.x, (self, other))

    def backward(self):
        order = []

        def walk(num):
            for each in num.made_of:
                if each not in order:
                    walk(each)
            order.append(num)

        walk(self)
        self.g = 1.0
        for num in reversed(order):
            for each in num.made_of:
                each.g += num.g * each.slope
