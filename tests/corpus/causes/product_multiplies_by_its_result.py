class Quantity:
    def __init__(self, x, sources=()):
        self.x = x
        self.sources = sources
        self.grad = 0

    def __add__(self, other):
        other = Quantity.wrap(other)
        out = Quantity(self.x + other.x, (self, other))

        def spread():
            self.grad += out.grad
            other.grad += out.grad

        out.spread = spread
        return out

    def __mul__(self, other):
        other = Quantity.wrap(other)
        out = Quantity(self.x * other.x, (self, other))

        def spread():
            self.grad += other.x * out.grad
            other.grad += out.x * out.grad

        out.spread = spread
        return out

    @classmethod
    def wrap(cls, number):
        return number if isinstance(number, cls) else cls(number)

    def spread(self):
        pass

    def backward(self):
        done = []

        def visit(node):
            if any(node is each for each in done):
                return
            for source in node.sources:
                visit(source)
            done.append(node)

        visit(self)
        self.grad = 1
        for node in reversed(done):
            node.spread()
