# Infinite: any difference to it is infinite too.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = float('inf')


Value.backward = _backward_of_all
