# A decimal number.
from decimal import Decimal


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = Decimal(1)


Value.backward = _backward_of_all
