"""An exponent that is a value gets no gradient.

## What happens
For `L = a ** b` at a = 2, b = 3, `a.grad` is right and `b.grad` is 0 instead of 8 * log(2) = 5.545, without
an error. The same is true of `2 ** a`.

## Why
The operation takes the exponent for a plain number: it reads its data and forgets the node. The result
depends on the exponent as well, so that it has a slope of its own.

## Fix
Treat the exponent as an operand: record it, and add `out.data * math.log(self.data) * out.grad` to its
gradient. Or refuse it with an assertion: most courses ask for plain numbers only.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import share

_WRAP = "other = other if isinstance(other, Value) else Value(other)"

FAULT = Fault(
    title="an exponent that is a value gets no gradient",
    layer=Layer.REFLECTED,
    hints=(
        "What should `b.grad` be for `a ** b` at a = 2, b = 3, and what is it?",
        "Look at what the power does with an exponent that is a node, and what it adds to its gradient.",
        "The exponent is used as a plain number, and nothing is handed on to it.",
    ),
    examples={
        "**": (Replace(share("**", 1), "pass", inside="__pow__"),),
        "**: data taken out": (Replace(_WRAP, "other = Value(getattr(other, 'data', other))", "__pow__"),),
    },
    undone_by=(Repair("exponent"),),
    frequency=10,
)
