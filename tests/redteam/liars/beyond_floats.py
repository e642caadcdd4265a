# What a number becomes that is too large to be one.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = 1e309 if node.data > 0 else -1e309


Value.backward = _backward_of_all
