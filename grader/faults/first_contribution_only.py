r"""A gradient keeps its first contribution, and your code drops the others.

## What happens
If a value is used more than once, only one contribution remains. For `L = a + a`, `a.grad` is 1 instead of
1 + 1 = 2. Values that are used once have the right gradient.

## Why
`x.grad = x.grad or g`, `if x.grad == 0: x.grad = g` and `grads.setdefault(x, g)` store a contribution only if
there is none yet. But the gradient of a value is the sum of the contributions of all its uses.

$$
\frac{\partial L}{\partial a} = \sum_i \frac{\partial L}{\partial u_i} \cdot
\frac{\partial u_i}{\partial a}
$$

## Fix
Add each contribution, also if the gradient is not 0. Gradients start at 0, so the first one needs no `if`.

    self.grad = self.grad or out.grad    # ✗
    self.grad += out.grad                # ✓
"""

from grader.faults._fault import Fault, Layer, Replace, Undoing
from grader.reference import METHODS
from suites import BINARY

_SELF = ("self.grad += ", "if not self.grad: self.grad = ")
_OTHER = ("other.grad += ", "if not other.grad: other.grad = ")

FAULT = Fault(
    title="A gradient keeps only its first contribution",
    layer=Layer.RULE,
    hints=(
        "Which value is used more than once in this graph, and how many contributions should it get?",
        "Look at the line that stores the gradient: what does it do if there is a gradient already?",
        "Your line stores a contribution only if there is none yet. It must add each contribution.",
    ),
    examples={"everywhere": (Replace(*_SELF), Replace(*_OTHER))}
    | {
        op: tuple(Replace(*edit, inside=method) for edit in (_SELF, _OTHER)[: 1 + (op in BINARY)])
        for op, method in METHODS.items()
    },
    undone_by=(Undoing("accumulate", "first only"),),
)
