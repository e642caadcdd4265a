"""Written after a lecture, from memory: three rules sit on the left operand, one operation has none."""


class Node:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0.0
        self.parents = parents
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        result = Node(self.data + other.data, (self, other))

        def rule():
            self.grad += result.grad
            other.grad += result.grad

        self._backward = rule
        return result

    def __sub__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        result = Node(self.data - other.data, (self, other))

        def rule():
            self.grad += result.grad
            other.grad += result.grad

        self._backward = rule
        return result

    def __mul__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        result = Node(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * result.grad
            other.grad += self.data * result.grad

        self._backward = rule
        return result

    def __truediv__(self, other):
        other = other if isinstance(other, Node) else Node(other)
        if other.data == 0:
            raise ZeroDivisionError("cannot divide by a node that holds 0")
        else:
            result = Node(self.data / other.data, (self, other))
            return result

    def backward(self):
        order = []

        def visit(node):
            if node in order:
                return
            for parent in node.parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()
