"""The gradient of a chain is the product of its local derivatives.

Nothing is shared here, so a gradient that is overwritten instead of added to looks right.
A missing `out.grad` shows: with it left out, `a` would get the last factor only.

## Worked example
`z = x * y` at x = 3, y = 5: each input receives the *other* input's data, x.grad = 5, y.grad = 3.

## Conventions
`backward()` seeds the output with 1.0 itself. These graphs are played without setting the
output's gradient beforehand, also for a class that works when the caller does so.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Linear chain",
    stage=Stage.WHOLE_GRAPH,
    rank=10,
    core=True,
    graphs=(
        Graph("z = x * y", at(x=3, y=5), seeds_itself=True),
        Graph("b = a * 3; c = b + 1; d = c * 4", at(a=2), seeds_itself=True),
        Graph("d = ((a * b) * c) * e", at(a=2, b=3, c=5, e=7), seeds_itself=True),
    ),
)
