"""No pass is written: the rule of a sum goes on to its operands, and that of a product does not."""


class Value:
    def __init__(self, data, parents=(), sign=""):
        self.data = data
        self.grad = 0.0
        self._backward = lambda: None
        self._parents = set(parents)
        self._sign = sign

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        total = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += total.grad
            other.grad += total.grad
            self._backward()
            other._backward()

        total._backward = _backward
        return total

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        product = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = _backward
        return product
