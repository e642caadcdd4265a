"""A backward rule adds to the gradient that its operands already have.

In these graphs, values are used more than once. Each use computes one contribution, and the gradient is the
sum of all contributions. This is the part of backpropagation that most often goes wrong.

## Worked example
`c = a * b; d = a + b; e = c + d` at a = 2, b = -3: a.grad = -3 + 1 = -2, b.grad = 2 + 1 = 3.

## If it fails
A rule stores its contribution with `=` instead of `+=`. Then only the last contribution remains. In the
example, the gradients are -3 and 2, or 1 and 1: this depends on the order of the calls.

## Conventions
There is no `backward()` yet. Backgrade sets all gradients to 0 and the output's gradient to 1. Then it calls
the `_backward` of each node once, and each node comes before its operands. All such orders must give the
same gradients.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Local rules on shared values",
    stage=Stage.LOCAL_RULES,
    rank=30,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("b = a + a", at(a=3)),
        Graph("b = a * a", at(a=3)),
        Graph("c = a * b; d = a + b; e = c + d", at(a=2, b=-3)),
        Graph("ab = a * b; e = ab + c; f = a + c * -1; L = e * f", at(a=2, b=3, c=4)),
        Graph("d = a * b; e = a + b; f = d * e", at(a=-2, b=3)),
    ),
)
