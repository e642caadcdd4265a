"""`backward()` runs the local rules it finds in the graph, whatever they say.

The rule of the node `p` is replaced by a made-up one that adds three times p's gradient to p's
first operand and nothing to any other. A pass that runs the rules gives the gradients of the
made-up rule. A class that differentiates numerically, or that carries derivatives forward while
the graph is built, still gives the true ones.

## Worked example
`p = x * w; L = p * x + p` at x = 2, w = 5: p.grad = 2 + 1 = 3. By the made-up rule x.grad = 10 + 9 = 19
and w.grad = 0. The true gradients are 25 and 6.

## Conventions
It costs no points. Of a class whose rules cannot be replaced from outside it says nothing.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="A rule of our own",
    stage=Stage.OPERATIONS,
    rank=900,
    drive=Drive.OWN_RULE,
    layouts=False,
    graphs=(
        Graph("p = x * w; L = p * x + p", at(x=2, w=5), points=0),
        Graph("q = x + w; p = q * w; L = p * x + q", at(x=2, w=5), points=0),
    ),
)
