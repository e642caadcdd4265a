# More than a float can hold.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = 10 ** 5000


Value.backward = _backward_of_all
