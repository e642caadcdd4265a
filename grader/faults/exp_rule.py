"""The slope of exp is not its own result.

## What happens
For `exp(a)` at a = 1.2 the gradient should be 3.32, the result itself. It is 1.2 if the input is taken
instead, 3.98 with an extra factor of the input, 1.47 with the rule of a power.

## Why
exp is the function that grows as fast as it is large. It is no power of its input: the input stands
above, and `n * x ** (n - 1)` does not apply.

## Fix
Multiply the result's data by its gradient: `out.data * out.grad`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace


def _slope(slope: str) -> tuple[Replace]:
    return (Replace("out.data * out.grad", f"{slope} * out.grad", inside="exp"),)


FAULT = Fault(
    title="the slope of exp is wrong",
    layer=Layer.UNARY,
    hints=(
        "What is the derivative of exp(x) at x = 1.2, and what does your rule give?",
        "Look at whose data the rule uses: the input's or the result's.",
        "The slope of exp is its result, and the rule takes something else.",
    ),
    examples={
        "exp: the input": _slope("self.data"),
        "exp: one": _slope("1.0"),
        "exp: times the input": _slope("self.data * out.data"),
        "exp: as a power": _slope("self.data * math.exp(self.data - 1)"),
        "exp: of the result": _slope("math.exp(out.data)"),
    },
    undone_by=(Repair("rule", ("exp",)),),
    frequency=1,
)
