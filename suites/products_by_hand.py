"""In a product each operand receives the other one's data times the output's gradient.

A rule that gives an operand its own data is invisible where both are equal, and one that forgets
the output's gradient is invisible at the root, where that gradient is 1. Here neither is the case.

## Worked example
`z = x * y` at x = 3, y = 5: x.grad = 5, y.grad = 3.
`L = (a + b * -1) * c` at a = 2, b = 5, c = 4: the sum is -3 and its gradient 4, so a.grad = 4,
b.grad = -4 and c.grad = -3.

## Conventions
There is no `backward()` yet: every gradient starts at 0, the output's is set to 1, and each node's
`_backward` is called once, consumers before their operands. Every such order must give the same.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Products by hand",
    stage=Stage.LOCAL_RULES,
    rank=20,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("z = x * y", at(x=3, y=5)),
        Graph("L = ((a * b) * c) * d", at(a=2, b=3, c=5, d=7)),
        Graph("L = (a + b * -1) * c", at(a=2, b=5, c=4)),
    ),
)
