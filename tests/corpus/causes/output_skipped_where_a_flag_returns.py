class Scalar:
    def __init__(self, data, requires_grad=False, operands=()):
        self.data = data
        self.requires_grad = requires_grad
        self.grad = None
        self.operands = operands
        self.rule = lambda: None

    def receive(self, share):
        if self.requires_grad:
            self.grad = share if self.grad is None else self.grad + share

    def __add__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        total = Scalar(self.data + other.data, self.requires_grad or other.requires_grad, (self, other))

        def rule():
            self.receive(total.grad)
            other.receive(total.grad)

        total.rule = rule
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Scalar) else Scalar(other)
        product = Scalar(self.data * other.data, self.requires_grad or other.requires_grad, (self, other))

        def rule():
            self.receive(other.data * product.grad)
            other.receive(self.data * product.grad)

        product.rule = rule
        return product

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        if not self.requires_grad:
            return

        order, seen = [], set()

        def visit(node):
            if node not in seen:
                seen.add(node)
                for operand in node.operands:
                    visit(operand)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in list(reversed(order))[1:]:
            if node.grad is not None:
                node.rule()
