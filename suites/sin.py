r"""sin has the derivative cos(a), where a is its input.

These graphs test sin as the output, below the output, and next to another use of its input. Some
mistakes are invisible at the output, because the upstream gradient is 1 there.

$$ \frac{d}{da}\,\sin(a) = \cos(a) $$

## Worked example
* `b = sin(a)` at a = 0.8: b = 0.717356, a.grad = 0.696707.
* `L = sin(a * b) * 3 + a` at a = 0.5, b = 1.6: the gradient of the product is 2.090120,
  a.grad = 4.344192, b.grad = 1.045060.
* `L = sin(a) * sin(a * 0.5) + a` at a = 0.8: a.grad = 1.601675, and it does not change if another
  `sin(a)` is built afterwards.

## If it fails
If `b = sin(a)` fails too, the formula is wrong. Often it is -cos, which is the integral of sin, or it reads
the result instead of the input. If only `b = sin(a)` is right, the rule does not multiply by `out.grad`. If
only the last graph fails, the rule uses `=` instead of `+=`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="sin",
    stage=Stage.OPERATIONS,
    rank=95,
    about=("sin",),
    optional=True,
    graphs=(
        Graph("b = sin(a)", at(a=0.8) + at(a=-0.5), far=True),
        Graph("L = sin(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = sin(a) * sin(a * 0.5) + a; L.backward(); n = sin(a)", at(a=0.8)),
    ),
)
