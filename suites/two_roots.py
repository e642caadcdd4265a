"""If two outputs use the same inputs, their gradients are added up.

Each output has its own graph and its own backward pass. Nothing is cleared between the two passes, so the
inputs hold the sum, as in PyTorch.

## Worked example
At a = 2, b = 3: `u = a * b; u.backward()` gives 3 and 2. After `v = a + b; v.backward()`,
a.grad = 3 + 1 = 4 and b.grad = 2 + 1 = 3.

## If it fails
If the gradients are 7 and 5, the second pass also runs the rule of `u`. Each pass must build its own list of
nodes, with the nodes of its own graph only.

## Conventions
`backward()` may set all gradients of its graph to 0 first. Then the gradients are 1 and 1, and that is
accepted.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="Two outputs, shared inputs",
    stage=Stage.TRAINING,
    rank=20,
    graphs=(
        Graph(
            "u = a * b; u.backward(); v = a + b; v.backward()",
            at(a=2, b=3),
            tolerates=(Convention.LAST_OUTPUT,),
        ),
    ),
)
