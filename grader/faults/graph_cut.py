"""A number takes the place of a node, and cuts the graph.

## What happens
The numbers may be right, but after `backward()` the gradients of the weights and biases before that place
are 0. Training does not change them.

## Why
A number does not know what it was computed from. Neither does `Value(total.data)` or `Value(total)`: each is
a new leaf that holds the number. The backward pass stops there. A weight or a bias that is kept as a number
has no gradient.

## Fix
Calculate with the nodes, and return the node that comes out.

    return Value(total.data).tanh()    # ✗
    return total.tanh()                # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="A number in place of a node cuts the graph",
    layer=Layer.NETWORK,
    hints=(
        "After `backward()`, what is the gradient of the first weight of your neuron?",
        "Which lines read `.data` of a node, or keep a weight or a bias as a number? What does it know?",
        "Your code calculates with numbers in place of nodes, so the backward pass stops there.",
    ),
    network_examples={
        "at the end of a neuron": (
            Replace("return total if self.linear", "return Value(total.data) if self.linear"),
        ),
    },
    undone_by=(Undoing("network-connected"),),
    is_drawn=False,  # no slip in `Value`
)
