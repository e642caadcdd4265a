"""An activation function is applied twice.

## What happens
Each neuron returns the tanh of a tanh. For the weighted sum 1, that is 0.642 instead of 0.762, and no output
is larger than 0.762. Gradients become smaller in each layer, so the network learns slowly.

## Why
The neuron applies the function, and its layer or the network applies it again. Both look right alone.

## Fix
Apply the function in one place.

    return [n(x).tanh() for n in self.neurons]    # ✗
    return [n(x) for n in self.neurons]           # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing, instead_of

FAULT = Fault(
    title="Activation function applied twice",
    layer=Layer.NETWORK,
    hints=(
        "Compute one output by hand: for the weighted sum 1, tanh gives 0.762. Does your code return 0.642?",
        "Find each place that calls the activation function: in the neuron, in the layer, in the network.",
        "Two places apply the activation function to the same number, one after the other.",
    ),
    network_examples={
        "in one line": instead_of("total.relu()")("total.tanh().tanh()"),
        "in the layer, too": (
            Replace("total.relu()", "total.tanh()"),
            Replace("[neuron(x) for", "[neuron(x).tanh() for"),
        ),
    },
    undone_by=(Undoing("function-once"),),
    signs=(FaultSign.APPLIED_TWICE,),
    is_always_seen=True,
    is_drawn=False,  # no slip in `Value`
)
