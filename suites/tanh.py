r"""tanh has the derivative 1 - t**2, where t is the result of tanh.

These graphs test tanh as the output, below the output, and next to another use of its input. Some mistakes
are invisible at the output, because the upstream gradient is 1 there.

$$ \frac{d}{da}\,\tanh(a) = 1 - t^2 $$

## Worked example
* `b = tanh(a)` at a = 0.8: b = 0.664037, a.grad = 1 - 0.440945 = 0.559055.
* `L = tanh(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient is 1.677166,
  a.grad = 3.683465, b.grad = 0.838583.
* `L = tanh(a) * tanh(a * 0.5) + a` at a = 0.8: a.grad = 1.4965, and it does not change if another `tanh(a)`
  is built afterwards.

## If it fails
If `b = tanh(a)` fails too, the formula is wrong, or it uses the input instead of the result. If only
`b = tanh(a)` is right, the rule does not multiply by `out.grad`, or parentheses are missing, as in
`1 - t**2 * out.grad`. If only the last graph fails, the rule uses `=` instead of `+=`.

## Conventions
Any formula for tanh is accepted. The inputs are small, so that no formula overflows.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="tanh",
    stage=Stage.OPERATIONS,
    rank=50,
    about=("tanh",),
    graphs=(
        Graph("b = tanh(a)", at(a=0.8) + at(a=-0.5), far=True),
        Graph("L = tanh(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = tanh(a) * tanh(a * 0.5) + a; L.backward(); n = tanh(a)", at(a=0.8)),
    ),
)
