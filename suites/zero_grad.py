"""`zero_grad()` makes the next pass count as if it were the first.

It sets gradients to the number zero: not to None, to which nothing can be added, and it leaves the
data alone. It is called on every node of the first graph.

## Worked example
At a = 2, b = 3, `y = a * b` and its backward pass leave 3 and 2. All is cleared, then
`z = a * b + a` is asked: a.grad = 3 + 1 = 4 and b.grad = 2, with nothing left of the first pass.

## Conventions
It may clear one node or the whole graph below it: both give the same here. A class without it loses
nothing.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="zero_grad",
    stage=Stage.TRAINING,
    rank=50,
    about=("zero_grad",),
    optional=True,
    graphs=(
        Graph(
            "y = a * b; y.backward()\n"
            "a.zero_grad(); b.zero_grad(); y.zero_grad()\n"
            "z = a * b + a; z.backward()",
            at(a=2, b=3),
        ),
    ),
)
