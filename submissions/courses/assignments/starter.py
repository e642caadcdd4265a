"""The default starter file: the class of the lecture, without the parts that students write."""

STARTER = '''\
"""A number that remembers how it was computed, so that it can compute gradients.

Write the parts marked with TODO. You can submit an unfinished file: missing operations are
reported as missing, not as wrong.
"""


class Value:
    """A number in a computation."""

    def __init__(self, data, _children=(), _op=""):
        self.data = data  # the number
        self.grad = 0.0  # the gradient: how much the output changes with this number
        self._prev = set(_children)  # the numbers it was computed from
        self._op = _op  # the operation
        self._backward = lambda: None  # passes the gradient on to these numbers

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            pass  # TODO: out.grad is known here. What follows for self.grad and other.grad?

        out._backward = _backward
        return out

    # TODO: __mul__(self, other), like __add__. What is the gradient of each factor?

    # TODO: backward(self). The gradient of the output is 1. In which order must the nodes run, so
    # that the gradient of each is complete before it is used?

    # These use the operations above. You do not need to change them.

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return other + (-self)

    def __rmul__(self, other):
        return self * other


if __name__ == "__main__":
    a = Value(2.0)
    b = Value(-3.0)
    c = a + b
    print(c)
    # When everything works, (a * b + (a + b)).backward() gives a.grad == -2 and b.grad == 3.
'''
