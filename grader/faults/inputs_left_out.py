"""A neuron does not use all of its inputs.

## What happens
The weight of an input that is left out has the gradient 0 after each backward pass, and the output does not
change with that input. A layer may return fewer outputs than it has neurons.

## Why
`zip` pairs the wrong lists, or a neuron has too few weights: `zip` stops at the end of the shorter list
without an error. A slice or a `range` leaves out an input. Or a loop assigns its sum with `=`, so only the
last input remains.

## Fix
Call each neuron on all inputs, and pair each weight with one of them.

    [n([xi]) for n, xi in zip(self.neurons, x)]    # ✗
    [n(x) for n in self.neurons]                   # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing, instead_of

_pairing = instead_of("zip(self.weights, x, strict=True)")

FAULT = Fault(
    title="Neuron does not use all of its inputs",
    layer=Layer.NETWORK,
    hints=(
        "Change one input after the other. Does the output of each neuron change every time?",
        "Look at each `zip`, each slice and each `range`. What is paired, and how long are the lists?",
        "Your code leaves out some inputs, or gives a neuron only one of them.",
    ),
    network_examples={
        "without the last": _pairing("zip(self.weights, x[:-1])"),
        "without the first": _pairing("zip(self.weights, x[1:])"),
        "weights with weights": _pairing("zip(self.weights, self.weights)"),
        "only the last": (Replace("total = total + weight * value", "total = weight * value"),),
    },
    undone_by=(Undoing("inputs-paired"), Undoing("inputs-added")),
    is_drawn=False,  # no slip in `Value`
)
