"""The output of the network goes through relu.

## What happens
The network never returns a negative number. For a target of -1, the error stays at least 1, and where the
output is 0, all gradients are 0, so nothing is learned.

## Why
All layers are created in the same way, so the last one has the activation function of the others. The
condition that should leave it out is missing, or off by one.

## Fix
Create the last layer without an activation function.

    Layer(sizes[i], sizes[i + 1])                          # ✗
    Layer(sizes[i], sizes[i + 1], nonlin=i != last)        # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="Output of the network goes through relu",
    layer=Layer.NETWORK,
    hints=(
        "Call your network many times with different inputs. Is its output ever negative?",
        "Look at how the last layer is created. In what does it differ from the hidden layers?",
        "The last layer applies relu too, so your network cannot return a negative number.",
    ),
    network_examples={
        "all layers alike": (Replace(", linear=i == last)", ")"),),
        "off by one": (Replace("linear=i == last", "linear=i == last + 1"),),
    },
    undone_by=(Undoing("linear-output"),),
    signs=(FaultSign.OUTPUT_NOT_NEGATIVE,),
    is_drawn=False,  # no slip in `Value`
)
