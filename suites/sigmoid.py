r"""sigmoid has the derivative s * (1 - s), where s is the result of sigmoid.

These graphs test sigmoid as the output, below the output, and next to another use of its input. Some
mistakes are invisible at the output, because the upstream gradient is 1 there.

$$ \frac{d}{da}\,\sigma(a) = s \cdot (1 - s) $$

## Worked example
* `b = sigmoid(a)` at a = 0.8: b = 0.689974, a.grad = 0.689974 * 0.310026 = 0.213910.
* `L = sigmoid(a * b) * 3 + a` at a = 0.5, b = 1.6: the gradient of the product is 0.641729,
  a.grad = 2.026767, b.grad = 0.320865.
* `L = sigmoid(a) * sigmoid(a * 0.5) + a` at a = 0.8: a.grad = 1.210952, and it does not change if another
  `sigmoid(a)` is built afterwards.

## If it fails
If `b = sigmoid(a)` fails too, the formula is wrong. Often it is the formula of tanh, or it uses the input
instead of the result. If only `b = sigmoid(a)` is right, the rule does not multiply by `out.grad`. If only
the last graph fails, the rule uses `=` instead of `+=`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="sigmoid",
    stage=Stage.OPERATIONS,
    rank=90,
    about=("sigmoid",),
    optional=True,
    atol=2e-5,  # some hold it at 0.99999 from 15 on, so that `exp` does not overflow
    graphs=(
        Graph("b = sigmoid(a)", at(a=0.8) + at(a=-0.5), far=True),
        Graph("L = sigmoid(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = sigmoid(a) * sigmoid(a * 0.5) + a; L.backward(); n = sigmoid(a)", at(a=0.8)),
    ),
)
