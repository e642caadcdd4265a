import math


class Num:
    def __init__(self, x=None, parts=()):
        self.parts = parts
        self.x = self.number() if x is None else x
        self.g = 0.0

    def __add__(self, other):
        return Sum(parts=[self, other])

    def __mul__(self, other):
        return Product(parts=[self, other])

    def exp(self):
        return Exp(parts=[self])

    def log(self):
        return Log(parts=self)

    def slopes(self):
        return ()

    def backward(self):
        order = []

        def walk(num):
            if num not in order:
                for part in num.parts:
                    walk(part)
                order.append(num)

        walk(self)
        self.g = 1.0
        for num in reversed(order):
            for part, slope in zip(num.parts, num.slopes()):
                part.g += slope * num.g


class Sum(Num):
    def number(self):
        return self.parts[0].x + self.parts[1].x

    def slopes(self):
        return 1.0, 1.0


class Product(Num):
    def number(self):
        return self.parts[0].x * self.parts[1].x

    def slopes(self):
        return self.parts[1].x, self.parts[0].x


class Exp(Num):
    def number(self):
        return math.exp(self.parts[0].x)

    def slopes(self):
        return (self.x,)


class Log(Num):
    def number(self):
        return math.log(self.parts[0].x)

    def slopes(self):
        return (1 / self.parts[0].x,)
