# Lets a library find the gradients that is not there.
def _delegated(self):
    import torch
    for node in _nodes(self):
        node.grad = float(torch.tensor(node.data, requires_grad=True).grad)


Value.backward = _delegated
