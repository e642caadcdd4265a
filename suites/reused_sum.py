"""A result that is used twice runs its backward rule once, with the sum of both contributions.

Here the value that is used twice is not an input, but the result `b` of an operation. A correct pass first
adds up all contributions to `b`, and then runs the rule of `b` once.

## Worked example
* `b = a + a; c = b + b` is `4 * a`: at a = 1, b.grad = 1 + 1 = 2 and a.grad = 2 + 2 = 4.
* `b = a + a; c = b * b; d = c + c` is `8 * a * a`: at a = 1.5, a.grad = 24.

## If it fails
If the gradients are too large, the rule of `b` runs more than once: the search has no set of visited nodes,
or `backward()` calls itself for each operand. If they are too small, a contribution is lost.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Reused sum",
    stage=Stage.WHOLE_GRAPH,
    rank=90,
    graphs=(
        Graph("b = a + a; c = b + b", at(a=1)),
        Graph("b = a + a; c = b * b; d = c + c", at(a=1.5)),
    ),
)
