"""Gradients are estimated with finite differences instead of derivatives.

## What happens
The gradients are close to the right numbers, but not exact: 5.000000413 instead of 5. If the code computes
the whole graph again for each input, 1000 inputs take about 1000 times as long as one.

## Why
`(f(x + h) - f(x)) / h` is close to the derivative if h is small, but it is not exact. It needs no graph and
no formula. It is a good test for gradients, but it is not backpropagation.

## Fix
Let each operation add `local derivative * out.grad` to the gradients of its operands, with the formula of
the derivative. Run the backward rules from the output to the inputs. Keep the finite differences as a test
of your gradients.
"""

from grader.faults._fault import Fault, FaultSign, Layer

FAULT = Fault(
    title="Numerical differentiation instead of a derivative",
    layer=Layer.METHOD,
    hints=(
        "Print a gradient with all its digits. Is it exact, or only close to the right number?",
        (
            "Look at how your code gets a gradient. Does it use the formula of the derivative, or does it "
            "compute the result again for another input?"
        ),
        (
            "Your code estimates the derivative with a small step. Use the formula of the local derivative "
            "in the backward rule."
        ),
    ),
    frequency=1,
    signs=(FaultSign.NEARLY_RIGHT,),
    is_drawn=False,  # no slip of code
)
