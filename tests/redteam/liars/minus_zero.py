# The smallest that is still something, and the zero below zero.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = -0.0 if node.data > 0 else 5e-324


Value.backward = _backward_of_all
