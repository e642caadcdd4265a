"""Each node runs once, however many paths lead to it.

A ladder of rungs doubles the number of paths with every rung. A pass that follows the paths one by
one, without marking nodes as visited, hands on too much or takes very long; a pass over nodes
takes one step a rung. Generic inputs are not drawn: the gradients do not depend on them.

## Worked example
`y = y + y`, 12 times from a = 1: y = 4096 and a.grad = 4096, 2 to the power of 12.
In the crossed ladder each rung is two different nodes, `x + y` and `y + x`: at a = b = 1, 8 rungs
give a.grad = b.grad = 128.
"""

from suites import Graph, Stage, Suite, at


def _straight(rungs: int) -> str:
    """Every rung adds the one below to itself."""
    return "\n".join(["y1 = a + a", *(f"y{i} = y{i - 1} + y{i - 1}" for i in range(2, rungs + 1))])


def _crossed(rungs: int) -> str:
    """Every rung is two nodes over the two below; a set of parents cannot merge them."""
    pairs = (f"x{i} = x{i - 1} + y{i - 1}; y{i} = y{i - 1} + x{i - 1}" for i in range(2, rungs))
    return "\n".join(["x1 = a + b; y1 = b + a", *pairs, f"x{rungs} = x{rungs - 1} + y{rungs - 1}"])


SUITE = Suite(
    title="Ladders",
    stage=Stage.WHOLE_GRAPH,
    rank=120,
    graphs=(
        Graph(_straight(12), at(a=1), title="y = y + y, 12 times", fresh=False),
        Graph(_crossed(8), at(a=1, b=1), title="x, y = x + y, y + x, 8 times", fresh=False),
    ),
)
