"""After the backward pass, each node holds its own gradient.

These graphs compare the gradients of all nodes, not only those of the inputs. They help to find a mistake:
the first wrong gradient on the way back is the place to look at.

## Worked example
`n = a * b; y = n * n` at a = 2, b = 3: n = 6, y = 36. y.grad = 1, n.grad = 6 + 6 = 12,
a.grad = 36, b.grad = 24.

## If it fails
If only the gradients of intermediate nodes are wrong, the pass clears the gradient of a node after it uses
it, or it passes contributions on without storing them in the node.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Gradients of intermediate nodes",
    stage=Stage.WHOLE_GRAPH,
    rank=140,
    judges_every_node=True,
    graphs=(
        Graph("n = a * b; y = n * n", at(a=2, b=3)),
        Graph("n = a + b; m = n * a; y = m * b + n", at(a=2, b=3)),
    ),
)
