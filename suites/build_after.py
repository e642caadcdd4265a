"""Building an expression changes no gradient.

After a backward pass, the inputs are used in new expressions that are never asked for a gradient.
What the pass left must stay: an operation that resets its operands, or propagates as it is built,
shows.

## Worked example
At a = 2, b = 3: `u = a * b; u.backward()` leaves a.grad = 3 and b.grad = 2. Building `b + a` and
`b * a` leaves them so.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Building after a pass",
    stage=Stage.TRAINING,
    rank=30,
    graphs=(Graph("u = a * b; u.backward(); v = b + a; w = b * a", at(a=2, b=3)),),
)
