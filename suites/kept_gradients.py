"""After the backward pass, each node holds its own gradient.

These graphs compare the gradients of all nodes, not only those of the inputs. They help to find a mistake:
the first wrong gradient on the way back is the place to look at.

## Worked example
`n = a * b; y = n * n` at a = 2, b = 3: n = 6, y = 36. y.grad = 1, n.grad = 6 + 6 = 12,
a.grad = 36, b.grad = 24.

## If it fails
If only the gradients of intermediate nodes are wrong, the pass clears the gradient of a node after it uses
it, or it passes contributions on without storing them in the node.

## Conventions
A class may use the output's gradient, which is always 1, without storing it in the output. Then y.grad keeps
the value it had before the pass, 0. This is accepted.
"""

from suites import Convention, Graph, Stage, Suite, at

_ACCEPTED = (Convention.OUTPUT_NOT_STORED,)

SUITE = Suite(
    title="Gradients of intermediate nodes",
    stage=Stage.WHOLE_GRAPH,
    rank=140,
    judges_every_node=True,
    graphs=(
        Graph("n = a * b; y = n * n", at(a=2, b=3), tolerates=_ACCEPTED),
        Graph("n = a + b; m = n * a; y = m * b + n", at(a=2, b=3), tolerates=_ACCEPTED),
    ),
)
