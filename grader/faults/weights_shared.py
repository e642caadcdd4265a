"""Several weights or neurons are one and the same object.

## What happens
A layer of 3 neurons returns 3 equal numbers, for any input and after any training. If one weight changes, all
others that are the same object change too.

## Why
`[Neuron(2)] * 3` calls `Neuron(2)` once and puts the same object into the list three times. The same happens
if the object is created before the loop.

## Fix
Create a new object for each place.

    self.neurons = [Neuron(nin)] * nout                    # ✗
    self.neurons = [Neuron(nin) for _ in range(nout)]      # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

FAULT = Fault(
    title="Weights or neurons share one object",
    layer=Layer.NETWORK,
    hints=(
        "Call a layer of three neurons: are its outputs different? Are the neurons different objects?",
        "Look at the constructors. How often does Python run the call that creates a weight or a neuron?",
        "One object stands in several places, so several weights are always equal.",
    ),
    network_examples={
        "one neuron": (
            Replace(
                "[Neuron(inputs, linear=linear) for _ in range(outputs)]",
                "[Neuron(inputs, linear=linear)] * outputs",
            ),
        ),
        "one weight": (
            Replace(
                "[Value(random.uniform(-1, 1)) for _ in range(inputs)]",
                "[Value(random.uniform(-1, 1))] * inputs",
            ),
        ),
    },
    undone_by=(Undoing("own-objects"),),
    signs=(FaultSign.SHARED_WEIGHTS,),
    is_drawn=False,  # no slip in `Value`
)
