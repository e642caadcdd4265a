"""Once the gradients are cleared, every epoch gives the same ones again.

Each epoch builds its graph anew on the same inputs, calls `backward()` and clears the inputs'
gradients by hand. Memory that outlives a pass shows from the second epoch on: nodes still marked as
visited, an order that is kept and extended, a list of parents shared by all values.

## Worked example
`m = a * b; L = m * a + m` at a = 2, b = 3: L = 18, a.grad = 15 and b.grad = 6, in each of 3 epochs.
"""

from suites import Graph, Stage, Suite, at


def _epochs(number: int) -> str:
    """Every node of every epoch has a name of its own; gradients are cleared in between."""
    epoch = "m{0} = a * b; L{0} = m{0} * a + m{0}; L{0}.backward()"
    return "\na.grad = 0; b.grad = 0\n".join(epoch.format(i) for i in range(1, number + 1))


SUITE = Suite(
    title="Training loop",
    stage=Stage.TRAINING,
    rank=10,
    graphs=(
        Graph(_epochs(3), at(a=2, b=3), title="m = a * b; L = m * a + m, built and cleared in 3 epochs"),
    ),
)
