"""The sigmoid has the derivative s * (1 - s), where s is its own result.

The rule of tanh, which it resembles, does not fit. Below the root the output's gradient is a factor
of the whole.

## Worked example
At a = 0.8: s = 0.689974, a.grad = 0.689974 * 0.310026 = 0.213910.
`L = sigmoid(a * b) * 3 + a` at a = 0.5, b = 1.6: the product's gradient is 0.641729,
a.grad = 2.026767, b.grad = 0.320865.
`L = sigmoid(a) * sigmoid(a * 0.5) + a` at a = 0.8: a.grad = 1.210952, and it stays so when another
`sigmoid(a)` is built afterwards.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="sigmoid",
    stage=Stage.OPERATIONS,
    rank=90,
    about=("sigmoid",),
    optional=True,
    graphs=(
        Graph("b = sigmoid(a)", at(a=0.8) + at(a=-0.5)),
        Graph("L = sigmoid(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = sigmoid(a) * sigmoid(a * 0.5) + a; L.backward(); n = sigmoid(a)", at(a=0.8)),
    ),
)
