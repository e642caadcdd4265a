r"""exp is its own derivative: the local derivative is the result of exp.

These graphs test exp as the output, below the output, and next to another use of its input. Some mistakes
are invisible at the output, because the upstream gradient is 1 there.

$$ \frac{d}{da}\,\exp(a) = \exp(a) $$

## Worked example
* `b = exp(a)` at a = 1.2: b = 3.320117, and a.grad = 3.320117.
* `L = exp(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8 and its gradient is 6.676623,
  a.grad = 11.682596, b.grad = 3.338311.
* `L = exp(a) * 3 + exp(a * 0.5) + a` at a = 0.8: a.grad = 8.422535, and it does not change if another
  `exp(a)` is built afterwards.

## If it fails
If `b = exp(a)` fails too, the rule uses the input, or 1, instead of the result. If only `b = exp(a)` is
right, the rule does not multiply by `out.grad`. If only the last graph fails, the rule uses `=` instead of
`+=`, or it reads a variable that all rules share.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="exp",
    stage=Stage.OPERATIONS,
    rank=60,
    about=("exp",),
    graphs=(
        Graph("b = exp(a)", at(a=1.2), far=True),
        Graph("L = exp(a * b) * 3 + a", at(a=0.5, b=1.6)),
        Graph("L = exp(a) * 3 + exp(a * 0.5) + a; L.backward(); n = exp(a)", at(a=0.8)),
    ),
)
