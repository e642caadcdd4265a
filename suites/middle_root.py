"""`backward()` starts at the node on which it is called, and ignores all nodes that this node does not use.

In the first graph, `r` uses `n`, but `backward()` is called on `n`. In the second graph, `dead` uses `c`, but
`y` does not use `dead`. So neither `r` nor `dead` may contribute to a gradient.

## Worked example
* `n = a * b; r = n + a` at a = 2, b = 3: after `n.backward()`, a.grad = 3 and b.grad = 2.
* `c = a * b; dead = c + 1; y = c * 2` at a = 2, b = 3: after `y.backward()`, c.grad = 2, a.grad = 6 and
  b.grad = 4.

## If it fails
If `a.grad` is 4 in the first graph, the pass starts at the newest node, `r`, instead of at `n`. If `a.grad`
and `b.grad` are 0 in the second graph, the rule of `c` usually waits for a contribution from `dead` that
never comes.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Backward from an intermediate node",
    stage=Stage.WHOLE_GRAPH,
    rank=130,
    graphs=(
        Graph("n = a * b; r = n + a; n.backward()", at(a=2, b=3)),
        Graph("c = a * b; dead = c + 1; y = c * 2; y.backward()", at(a=2, b=3)),
    ),
)
