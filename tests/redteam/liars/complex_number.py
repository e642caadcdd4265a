# A complex number.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = complex(node.data, 0)


Value.backward = _backward_of_all
