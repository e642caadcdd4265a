"""A graph with few nodes can have more paths than a computer can follow.

Forty diamonds in a row have 2 to the power of 40 paths from the output to the inputs, but only 121
operations. A pass that runs each node once needs 121 steps.

## Worked example
`x = a * b`, then forty times `u = x * 0.25; v = x * 0.75; x = u + v`, at a = 2, b = 3: the weights of
all paths add up to 1, so x = 6, a.grad = 3 and b.grad = 2.

## If it fails
If the pass does not end, it follows each path. The search has no set of visited nodes, or `backward()` calls
itself for each operand.
"""

from suites import Graph, Stage, Suite, at


def _ladder(diamonds: int) -> str:
    """Each diamond splits the value in two shares that meet again."""
    diamond = "u{0} = x{1} * 0.25; v{0} = x{1} * 0.75; x{0} = u{0} + v{0}"
    return "\n".join(["x0 = a * b", *(diamond.format(i, i - 1) for i in range(1, diamonds + 1))])


SUITE = Suite(
    title="Forty diamonds in a row",
    stage=Stage.STRESS,
    rank=30,
    layouts=False,
    graphs=(Graph(_ladder(40), at(a=2, b=3), title="x = x * 0.25 + x * 0.75, 40 times"),),
)
