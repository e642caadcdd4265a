class Number:
    def __init__(self, value):
        self.value = value
        self.derivative = 0.0
        self.backward = None

    def __add__(self, other):
        total = Number(self.value + other.value)

        def backward(slope):
            self.derivative += slope
            other.derivative += slope

        total.backward = backward
        return total

    def __mul__(self, other):
        product = Number(self.value * other.value)

        def backward(slope):
            self.derivative += slope * other.value
            other.derivative += slope * self.value

        product.backward = backward
        return product


if __name__ == "__main__":
    x, y = Number(2.0), Number(3.0)
    z = x * y
    z.backward(1.0)
    print(x.derivative, y.derivative)
