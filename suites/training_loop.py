"""If the gradients are cleared between epochs, each epoch gives the same gradients.

Each epoch builds a new graph on the same inputs, calls `backward()` and sets the gradients of the inputs to
0, as a training loop does.

## Worked example
`m = a * b; L = m * a + m` at a = 2, b = 3: L = 18, a.grad = 15 and b.grad = 6, in each of 3 epochs.

## If it fails
The class keeps something from one pass to the next. Often it is a list of nodes that becomes longer, so that
the rules of earlier epochs run again, or a list of operands that all nodes share.
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
