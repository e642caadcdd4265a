"""`backward()` runs the backward rule that each node stores.

Backgrade replaces the rule of the node `p` by a made-up rule. It adds 3 times the gradient of `p` to the
first operand of `p`, and nothing to the other operand. A pass that runs the stored rules gives the gradients
of the made-up rule. A class that differentiates numerically, or that computes derivatives while it builds
the graph, still gives the true gradients.

## Worked example
`p = x * w; L = p * x + p` at x = 2, w = 5: p.grad = 2 + 1 = 3. With the made-up rule,
x.grad = 10 + 3 * 3 = 19 and w.grad = 0. The true gradients are 25 and 6.

## If it fails
The class does not compute its gradients with the local rules of its nodes, so it possibly does not use
backpropagation.

## Conventions
These graphs have no points. If the rules of a class cannot be replaced from outside, this suite does not say
anything about it.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="A replaced local rule",
    stage=Stage.OPERATIONS,
    rank=900,
    drive=Drive.OWN_RULE,
    layouts=False,
    graphs=(
        Graph("p = x * w; L = p * x + p", at(x=2, w=5), points=0),
        Graph("q = x + w; p = q * w; L = p * x + q", at(x=2, w=5), points=0),
    ),
)
