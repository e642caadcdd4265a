"""A neuron, layer, network or loss computes its result and does not return it.

## What happens
`model(x)` is `None`. Often the error appears in another method, which calculates with the result. A typical
message is `'NoneType' object is not iterable`.

## Why
A Python function without `return` returns `None`. The last line computes the result and drops it, or
stores it under a name.

## Fix
Return the result at the end of the method.

    act.tanh()           # ✗
    return act.tanh()    # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing

FAULT = Fault(
    title="Part of a network does not return its result",
    layer=Layer.NETWORK,
    hints=(
        "What does `print` show for the result of a neuron, of a layer, of the network and of the loss?",
        "Look at the last line of each method that computes something. Does it begin with `return`?",
        "This method computes its result and does not return it, so it returns `None`.",
    ),
    network_examples={
        "neuron": (
            Replace(
                "return total if self.linear else total.relu()", "total if self.linear else total.relu()"
            ),
        ),
        "layer": (
            Replace(
                "return [neuron(x) for neuron in self.neurons]", "outputs = [n(x) for n in self.neurons]"
            ),
        ),
        "network": (Replace("            x = layer(x)\n        return x", "            x = layer(x)"),),
        "loss": (Replace("return total / len(targets)", "total = total / len(targets)"),),
    },
    undone_by=(Undoing("network-returned"),),
    is_drawn=False,  # no slip in `Value`
)
