r"""The natural logarithm has the derivative 1 / x, where x is its input.

These graphs test log as the output, below the output, and next to another use of its input. All inputs of
log are positive.

$$ \frac{d}{dx}\,\log(x) = \frac{1}{x} $$

## Worked example
* `b = log(a)` at a = 0.8: b = -0.223144 and a.grad = 1.25. At a = 4: b = 1.386294 and a.grad = 0.25.
* `L = log(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient is 3.75,
  a.grad = 3.75 * 1.6 + 1 = 7, b.grad = 1.875.
* `L = log(a) * log(a * 2) + a` at a = 0.8: a.grad = 1.308575, and it does not change if another `log(a)` is
  built afterwards.

## If it fails
If `b = log(a)` fails too, the rule divides by the result instead of the input, or the class computes another
logarithm. If only `b = log(a)` is right, the rule does not multiply by `out.grad`. If only the last graph
fails, the rule uses `=` instead of `+=`.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="log",
    stage=Stage.OPERATIONS,
    rank=70,
    about=("log",),
    graphs=(
        Graph("b = log(a)", at(a=0.8) + at(a=4), far=True),
        Graph("L = log(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = log(a) * log(a * 2) + a; L.backward(); n = log(a)", at(a=0.8)),
    ),
)
