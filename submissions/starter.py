"""A file to begin with: the class as the lecture has it, with what is asked for still to be written."""

STARTER = '''\
"""A number that remembers how it was made, so that it can say how much depends on it.

Write what is marked with TODO. Hand the file in as often as you like, half finished too: what is
not there yet is told apart from what is wrong.
"""


class Value:
    """A number in a computation."""

    def __init__(self, data, _children=(), _op=""):
        self.data = data  # what it is
        self.grad = 0.0  # how much the output changes when it changes a little
        self._prev = set(_children)  # what it was made from
        self._op = _op  # and how
        self._backward = lambda: None  # gives its share of the gradient to each of them

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            pass  # TODO: out.grad is known here; what does self receive of it, and what does other?

        out._backward = _backward
        return out

    # TODO: __mul__(self, other), like __add__. What does each factor receive?

    # TODO: backward(self). The output's own gradient is 1. In which order do the nodes before it
    # have to pass theirs on, so that each has received everything before its turn?

    # Made of the two operations above: nothing to do here.

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
    # When all of it is there: (a * b + (a + b)).backward() gives a.grad == -2 and b.grad == 3.
'''
