"""A new operation does not change the gradients of its operands.

After a backward pass, new operations use the same inputs, but `backward()` is not called again. All gradients
must stay as they are.

## Worked example
At a = 2, b = 3: after `u = a * b; u.backward()`, a.grad = 3 and b.grad = 2. They do not change when `b + a`
and `b * a` are built.

## If it fails
An operation sets the gradients of its operands to 0, or it passes gradients on while the graph is built.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="New operations after backward()",
    stage=Stage.TRAINING,
    rank=30,
    graphs=(Graph("u = a * b; u.backward(); v = b + a; w = b * a", at(a=2, b=3)),),
)
