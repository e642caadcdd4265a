"""`backward()` answers for the node it is called on, not for everything that was built.

`r` is built from `n`, but the question is asked of `n`. What comes after `n` plays no part: a class
that replays everything ever recorded, or starts at the newest node, counts `r` as well. Nor does a
result that leads nowhere: a class that counts consumers while it builds waits for `dead` for ever.

## Worked example
At a = 2, b = 3: n = 6, r = 8. After `n.backward()`, a.grad = 3 and b.grad = 2; with `r` counted,
a.grad would be 4.
`c = a * b; dead = c + 1; y = c * 2` at a = 2, b = 3: after `y.backward()`, c.grad = 2, a.grad = 6 and
b.grad = 4.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Root in the middle",
    stage=Stage.WHOLE_GRAPH,
    rank=130,
    graphs=(
        Graph("n = a * b; r = n + a; n.backward()", at(a=2, b=3)),
        Graph("c = a * b; dead = c + 1; y = c * 2; y.backward()", at(a=2, b=3)),
    ),
)
