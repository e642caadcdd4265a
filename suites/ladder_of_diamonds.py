"""The number of paths may be beyond counting; the number of nodes is not.

Forty diamonds in a row hold 2 to the power of 40 paths from top to bottom. A pass over nodes takes
121 steps; a pass that follows paths never ends.

## Worked example
`x = a * b`, then forty times `u = x * 0.25; v = x * 0.75; x = u + v`, at a = 2, b = 3: the weights of
all paths add up to 1, so x = 6, a.grad = 3 and b.grad = 2.
"""

from suites import Graph, Stage, Suite, at


def _ladder(diamonds: int) -> str:
    """Each diamond splits the value in two shares that meet again."""
    diamond = "u{0} = x{1} * 0.25; v{0} = x{1} * 0.75; x{0} = u{0} + v{0}"
    return "\n".join(["x0 = a * b", *(diamond.format(i, i - 1) for i in range(1, diamonds + 1))])


SUITE = Suite(
    title="Ladder of diamonds",
    stage=Stage.STRESS,
    rank=30,
    layouts=False,
    graphs=(Graph(_ladder(40), at(a=2, b=3), title="x = x * 0.25 + x * 0.75, 40 times"),),
)
