"""A sum hands its gradient on to both operands unchanged.

The local derivative of `a + b` is 1 for each operand. The numbers added do not matter: a rule that
uses their data, or their sign, shows on negative ones. One operand may be left out by mistake.

## Worked example
`d = a + b; e = d + c` at a = 2, b = -3, c = 5: e = 4. d.grad = 1, so a.grad = b.grad = 1 and c.grad = 1.

## Conventions
There is no `backward()` yet: every gradient starts at 0, the output's is set to 1, and each node's
`_backward` is called once, consumers before their operands. Every such order must give the same.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Sums by hand",
    stage=Stage.LOCAL_RULES,
    rank=10,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("c = a + b", at(a=2, b=-3)),
        Graph("d = a + b; e = d + c", at(a=2, b=-3, c=5)),
    ),
)
