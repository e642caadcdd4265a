"""A negation passes its gradient on with the opposite sign.

These graphs test `-a` as the output, below the output, and next to another use of `a`. A negation must
create a node of the graph, with its operand and a backward rule.

## Worked example
* `L = -(a * b) * 3 + a` at a = 2, b = 5: L = -28, the gradient of the negation is 3, the gradient of the
  product is -3, a.grad = -15 + 1 = -14, b.grad = -6.
* `L = -a * 3 + -(a * a) + a` at a = 0.8: a.grad = -3 - 2 * 0.8 + 1 = -3.6.

## If it fails
If the operand gets no gradient, `-a` returns a plain number, or a new value that does not record its
operand. If the sign is wrong, the rule adds the gradient of the result without the minus. If only the last
graph fails, the rule uses `=` instead of `+=`, or it reads a variable that all rules share.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Negation",
    stage=Stage.OPERATIONS,
    rank=20,
    about=("neg",),
    graphs=(
        Graph("b = -a", at(a=3), far=True),
        Graph("L = -(a * b) * 3 + a", at(a=2, b=5)),
        Graph("L = -a * 3 + -(a * a) + a; L.backward(); m = -a", at(a=0.8)),
    ),
)
