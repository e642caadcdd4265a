"""After the backward pass every node still holds its own gradient.

Gradients in the middle are read too. A pass that clears a node after use, or that hands shares on
without storing them, leaves the inputs right and the middle wrong.

## Worked example
`n = a * b; y = n * n` at a = 2, b = 3: n = 6, y = 36. y.grad = 1, n.grad = 6 + 6 = 12,
a.grad = 36, b.grad = 24.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Kept gradients",
    stage=Stage.WHOLE_GRAPH,
    rank=140,
    judges_every_node=True,
    graphs=(
        Graph("n = a * b; y = n * n", at(a=2, b=3)),
        Graph("n = a + b; m = n * a; y = m * b + n", at(a=2, b=3)),
    ),
)
