"""Each node runs its backward rule once, even if many paths lead to it.

In these graphs, each step doubles the number of paths to the inputs, but adds only one or two nodes. A
correct pass runs each node once, so its time grows with the nodes and not with the paths. The inputs are
fixed, because the gradients do not depend on them.

## Worked example
`y = y + y`, 12 times from a = 1: y = 4096 and a.grad = 4096, which is 2 to the power of 12.
In the second graph, each step has two nodes, `x + y` and `y + x`: at a = b = 1, 8 steps give
a.grad = b.grad = 128.

## If it fails
If the gradients are too large or the pass takes very long, the pass follows each path. The search has no set
of visited nodes, or it adds a visited node to its list again.
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
    title="Many paths, few nodes",
    stage=Stage.WHOLE_GRAPH,
    rank=120,
    graphs=(
        Graph(_straight(12), at(a=1), title="y = y + y, 12 times", fresh=False),
        Graph(_crossed(8), at(a=1, b=1), title="x, y = x + y, y + x, 8 times", fresh=False),
    ),
)
