"""After `zero_grad()`, the next pass gives the same gradients as a first pass.

`zero_grad()` sets gradients to the number 0 and does not change the data. It is called on each node of the
first graph. Training loops need it, because gradients accumulate.

## Worked example
At a = 2, b = 3, `y = a * b` and its backward pass give 3 and 2. After `zero_grad()` on each node,
`z = a * b + a` and its backward pass give a.grad = 3 + 1 = 4 and b.grad = 2.

## If it fails
If the gradients are 7 and 4, `zero_grad()` does not clear the gradients. If Python raises a `TypeError`,
`zero_grad()` sets them to `None`, and nothing can be added to `None`.

## Conventions
`zero_grad()` may clear one node or all nodes of its graph: both give the same result here. A class without
it loses no points.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="zero_grad()",
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
