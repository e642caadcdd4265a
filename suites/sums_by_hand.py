"""A sum passes its gradient on, unchanged, to both operands.

These graphs test the backward rule of `+` alone. The local derivative of `a + b` is 1 for each operand,
whatever data the operands have. One input is negative, so a rule that uses the data or its sign gives wrong
numbers.

## Worked example
`d = a + b; e = d + c` at a = 2, b = -3, c = 5: e = 4. d.grad = 1, so a.grad = b.grad = 1 and c.grad = 1.

## If it fails
If a gradient is 0, the rule of `+` has no line for one of the two operands. If a gradient has the data of
the other operand, the rule multiplies by data, as the rule of a product does.

## Conventions
There is no `backward()` yet. Backgrade sets all gradients to 0 and the output's gradient to 1. Then it calls
the `_backward` of each node once, and each node comes before its operands. All such orders must give the
same gradients.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Local rule of a sum",
    stage=Stage.LOCAL_RULES,
    rank=10,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("c = a + b", at(a=2, b=-3)),
        Graph("d = a + b; e = d + c", at(a=2, b=-3, c=5)),
    ),
)
