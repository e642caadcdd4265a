class Amount:
    def __init__(self, number, sources=()):
        self.number = number
        self.slope = 0.0
        self.sources = sources
        self.spread = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Amount) else Amount(other)
        result = Amount(self.number + other.number, (self, other))

        def spread():
            self.slope += result.slope
            other.slope += result.slope

        result.spread = spread
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Amount) else Amount(other)
        result = Amount(self.number * other.number, (self, other))

        def spread():
            self.slope += other.number * result.slope
            other.slope += self.number * result.slope

        result.spread = spread
        return result

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order, met = [], set()

        def visit(amount):
            if amount not in met:
                met.add(amount)
                for source in amount.sources:
                    visit(source)
                order.append(amount)

        visit(self)
        if self.slope is None:
            self.slope = 1.0
        for amount in reversed(order):
            amount.spread()
