"""Two nodes with equal data are still two nodes.

In these graphs, two different nodes have the same data. Each of them must run its own backward rule.

## Worked example
* `L = (a + b) * (a * b)` at a = b = 2: both factors are 4, L = 16, a.grad = b.grad = 4 + 4 * 2 = 12.
* `L = (a + b) * (a * b)` at a = b = 0: every gradient but that of `L` is 0.
* `L = (a + b) + (a * b)` at a = 3, b = 1.5: both terms are 4.5, a.grad = 1 + 1.5 = 2.5, b.grad = 1 + 3 = 4.

## If it fails
The class compares nodes by their data, for example in a set of visited nodes or in an `__eq__` method. Then
it skips the second node, and all contributions of this node are lost. If only gradients that should be 0 are
wrong, the class takes a gradient of 0 for one that is missing (`g or 1.0`).
"""

from suites import Graph, Stage, Suite, at

_SUM_IS_PRODUCT = at(a=2, b=2) + at(a=3, b=1.5) + at(a=-1, b=0.5)

SUITE = Suite(
    title="Nodes with equal data",
    stage=Stage.WHOLE_GRAPH,
    rank=110,
    graphs=(
        Graph("L = (a + b) * (a * b)", at(a=2, b=2) + at(a=0, b=0), equal=("a", "b")),
        Graph("L = (a + b) + (a * b)", _SUM_IS_PRODUCT, fresh=False),
    ),
)
