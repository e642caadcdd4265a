# A fraction.
from fractions import Fraction


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = Fraction(1, 3)


Value.backward = _backward_of_all
