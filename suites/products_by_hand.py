r"""In a product, each operand receives the other operand's data times the gradient of the product.

These graphs test the backward rule of `*` alone. All inputs of a graph have different data, so a rule that
uses the wrong operand gives wrong numbers. In two graphs a product is not the output. Its gradient is not 1
there, so a rule that does not use this gradient gives wrong numbers.

$$ \frac{\partial z}{\partial x} = y, \quad \frac{\partial z}{\partial y} = x $$

## Worked example
* `z = x * y` at x = 3, y = 5: x.grad = 5, y.grad = 3.
* `L = (a + b * -1) * c` at a = 2, b = 5, c = 4: the sum is -3 and its gradient is 4, so a.grad = 4,
  b.grad = -4 and c.grad = -3.

## If it fails
If the gradients of `z = x * y` are 3 and 5, the rule uses the operand's own data. If only this graph is
right, the rule does not multiply by the gradient of the product, `out.grad`.

## Conventions
There is no `backward()` yet. Backgrade sets all gradients to 0 and the output's gradient to 1. Then it calls
the `_backward` of each node once, and each node comes before its operands. All such orders must give the
same gradients.
"""

from suites import Drive, Graph, Stage, Suite, at

SUITE = Suite(
    title="Local rule of a product",
    stage=Stage.LOCAL_RULES,
    rank=20,
    drive=Drive.BY_HAND,
    graphs=(
        Graph("z = x * y", at(x=3, y=5)),
        Graph("L = ((a * b) * c) * d", at(a=2, b=3, c=5, d=7)),
        Graph("L = (a + b * -1) * c", at(a=2, b=5, c=4)),
    ),
)
