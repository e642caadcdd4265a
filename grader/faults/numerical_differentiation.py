"""Gradients are estimated from small differences instead of being handed back.

## What happens
The numbers agree to six digits or so and differ beyond: 5.000000413 where 5 is right. For each input the
whole graph is computed again, so that a thousand inputs take a thousand times as long.

## Why
`(f(x + h) - f(x)) / h` is close to the derivative if h is small, but never the derivative itself, and it
needs no graph and no rules. It is a fine check, and a different method.

## Fix
Let each operation add `local derivative * out.grad` to its operands, and run the rules from the output
back. Keep the differences as a test of the result.
"""

from grader.faults._fault import Fault, Layer

FAULT = Fault(
    title="gradients are estimated from small differences",
    layer=Layer.METHOD,
    hints=(
        "Print a gradient with all its digits, for `L = x * y` at x = 3, y = 5: is it exactly 5?",
        "Look at how a gradient comes about: from the rules of the operations, or by computing L anew?",
        "The slope is measured with a small step; backpropagation computes it from the rules.",
    ),
    frequency=1,
)
