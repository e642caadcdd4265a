class Num:
    def __init__(self, x, left=None):
        self.x = x
        self.grad = 1.0
        self.grad_of_output = 0.0
        self.left = left

    def __add__(self, other):
        return Num(self.x + other.x, self)

    def __mul__(self, other):
        product = Num(self.x * other.x, self)
        product.grad = other.x
        return product

    def backward(self, upstream=1.0):
        self.grad_of_output += upstream
        if self.left is not None:
            self.left.backward(upstream * self.grad)
