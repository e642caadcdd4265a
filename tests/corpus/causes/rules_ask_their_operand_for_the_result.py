class Node:
    def __init__(self, value, made_of=()):
        self.value = value
        self.made_of = made_of
        self.grad = 0.0
        self.rule = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        result = Node(self.value + other.value, (self, other))

        def rule():
            self.grad += self.result.grad
            other.grad += self.result.grad

        result.rule = rule
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        result = Node(self.value * other.value, (self, other))

        def rule():
            self.grad += other.value * self.result.grad
            other.grad += self.value * self.result.grad

        result.rule = rule
        return result

    def backward(self):
        order = []

        def visit(node):
            if node not in order:
                for each in node.made_of:
                    visit(each)
                order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node.rule()
