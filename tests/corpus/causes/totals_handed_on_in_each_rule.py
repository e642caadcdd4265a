class Term:
    def __init__(self, val):
        self.val = val
        self.adj = 0.0

    def __add__(self, other):
        return Total(self, other)

    def __mul__(self, other):
        return Product(self, other)

    def backward(self, upstream=1.0):
        pass


class Total(Term):
    def __init__(self, left, right):
        super().__init__(left.val + right.val)
        self.left = left
        self.right = right

    def backward(self, upstream=1.0):
        self.left.adj += upstream
        self.right.adj += upstream
        self.left.backward(self.left.adj)
        self.right.backward(self.right.adj)


class Product(Term):
    def __init__(self, left, right):
        super().__init__(left.val * right.val)
        self.left = left
        self.right = right

    def backward(self, upstream=1.0):
        self.left.adj += self.right.val * upstream
        self.right.adj += self.left.val * upstream
        self.left.backward(self.left.adj)
        self.right.backward(self.right.adj)
