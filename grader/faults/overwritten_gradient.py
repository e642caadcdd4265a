r"""A backward rule replaces a gradient instead of adding to it.

## What happens
If a value is used more than once, only one contribution remains. For `L = a + a`, `a.grad` is 1 instead of
1 + 1 = 2.

## Why
A value that is used twice reaches the output on two paths. Its gradient is the sum of the contributions of
all paths. Each use of the value computes one contribution. If your code stores it with `=`, it replaces the
contributions that are already there, and the last write wins.

$$
\frac{\partial L}{\partial a} = \sum_i \frac{\partial L}{\partial u_i} \cdot
\frac{\partial u_i}{\partial a}
$$

## Fix
Use `+=` in each line of a backward rule that stores a gradient. Only the start of `backward()`, where the
output's gradient is set to 1, needs `=`.

    self.grad = out.grad    # ✗
    self.grad += out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Undoing
from grader.reference import METHODS
from suites import BINARY

FAULT = Fault(
    title="Gradient overwritten instead of accumulated",
    layer=Layer.RULE,
    hints=(
        "Which value is used more than once in this graph, and how many contributions should it get?",
        "Look at the line that stores the gradient: what happens to the number that is already there?",
        "Your line replaces the contribution of an earlier use. It must add to it.",
    ),
    examples={"everywhere": (Replace("grad += ", "grad = "),)}
    | {op: (Replace("grad += ", "grad = ", inside=method),) for op, method in METHODS.items()}
    | {
        f"{op}: {name} operand": (Replace(f"{node}.grad += ", f"{node}.grad = ", inside=METHODS[op]),)
        for op in BINARY
        for name, node in (("left", "self"), ("right", "other"))
    },
    frequency=30,
    undone_by=(Undoing("accumulate"),),
    signs=(FaultSign.REPLACED,),
    hunted=Hunted("everywhere", is_usual=True),
)
