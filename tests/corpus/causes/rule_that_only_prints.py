class Number:
    def __init__(self, value, made_of=()):
        self.value = value
        self.slope = 0.0
        self.made_of = made_of
        self.pass_on = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        total = Number(self.value + other.value, (self, other))

        def pass_on():
            print("rule of +", total.slope)
            if total.slope > 100:
                print("that is a lot")

        total.pass_on = pass_on
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Number) else Number(other)
        product = Number(self.value * other.value, (self, other))

        def pass_on():
            self.slope += other.value * product.slope
            other.slope += self.value * product.slope

        product.pass_on = pass_on
        return product

    def backward(self):
        order, met = [], set()

        def visit(number):
            if number not in met:
                met.add(number)
                for part in number.made_of:
                    visit(part)
                order.append(number)

        visit(self)
        self.slope = 1.0
        for number in reversed(order):
            number.pass_on()
