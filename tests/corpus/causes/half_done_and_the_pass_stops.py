class Node:
    def __init__(self, data, parents=()):
        self.data = data
        self.grad = 0
        self.parents = parents
        self._backward = lambda: None

    def __add__(self, other):
        total = Node(self.data + other.data, (self, other))

        def _backward():
            self.grad += total.grad
            other.grad += total.grad

        total._backward = _backward
        return total

    def __mul__(self, other):
        product = Node(self.data * other.data, (self, other))

        def _backward():
            pass  # to do

        product._backward = _backward
        return product

    def backward(self):
        # to do: all other nodes
        self.grad = 1
        self._backward()
