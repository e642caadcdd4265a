"""A second `backward()` on the same graph adds to the gradients that are there.

One pass is right here, whichever way it is written; what a second one does is the course's choice.
It is played to tell which choice the class has made.

## Worked example
`m = a * b; y = m * c` at a = 2, b = 3, c = 4: one pass gives a.grad = 12, b.grad = 8, c.grad = 6. Two
passes give 24, 16 and 12 if each starts from its own seed, as in PyTorch.

## Conventions
If the gradients in the middle are passed on again, a.grad = 36, b.grad = 24 and c.grad = 12. If each
pass starts by setting its graph to zero, it is 12, 8 and 6. All three are accepted and cost nothing.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="Second backward",
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
