"""A second `backward()` on the same graph adds to the gradients of the first.

A correct class can treat a second pass in several ways, and the course decides which one it wants. This
graph has no points. It only shows which way the class has chosen.

## Worked example
`m = a * b; y = m * c` at a = 2, b = 3, c = 4: one pass gives a.grad = 12, b.grad = 8, c.grad = 6. Two
passes give 24, 16 and 12 if each pass starts from its own seed, as in PyTorch.

## If it fails
The second pass gives none of the accepted results. Often it starts from the wrong seed, because `backward()`
adds 1 to the output's gradient instead of setting it to 1.

## Conventions
If the second pass also passes the old gradients of intermediate nodes on, a.grad = 36, b.grad = 24 and
c.grad = 12. If each pass first sets all gradients of its graph to 0, they are 12, 8 and 6. All three results
are accepted.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="A second backward()",
    stage=Stage.TRAINING,
    rank=40,
    graphs=(
        Graph(
            "m = a * b; y = m * c; y.backward(); y.backward()",
            at(a=2, b=3, c=4),
            points=0,
            tolerates=(Convention.PASSES_COMPOUND, Convention.PASSES_RESET),
        ),
    ),
)
