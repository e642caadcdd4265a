r"""A backward rule does not multiply by the upstream gradient.

## What happens
If this operation is the output, its gradients are right, because the gradient of the output is 1.
Elsewhere a factor is missing. For `L = tanh(a) * 3` at a = 0.8, `a.grad` is 0.559 instead of
0.559 * 3 = 1.677.

## Why
The chain rule multiplies two factors. The first is the local derivative of the operation. The second is the
upstream gradient `out.grad`: it says how much the output changes if the result of this operation changes.
Your rule uses only the first factor.

$$ \frac{\partial L}{\partial a} = \frac{\partial L}{\partial o} \cdot \frac{\partial o}{\partial a} $$

## Fix
Multiply each local derivative by `out.grad`. In a sum the local derivative is 1, so the contribution is
`out.grad` itself.

    self.grad += 1 - out.data**2                # ✗
    self.grad += (1 - out.data**2) * out.grad   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Undoing
from grader.reference import METHODS, rule_statement
from suites import BINARY, UNARY


def _local(op: str, operand: int = 0) -> Replace:
    statement = rule_statement(op, operand)
    alone = statement.replace(" * out.grad", "").replace("out.grad", "1.0")
    return Replace(statement, alone, inside=METHODS[op])


FAULT = Fault(
    title="The upstream gradient is missing from a backward rule",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone, and then times 3: do its gradients become 3 times as large?",
        "Look at the right-hand side of the rule: does it use the gradient of the result?",
        "Your rule uses only the local derivative, without the gradient of the result as a factor.",
    ),
    examples={
        "everywhere": tuple(_local(op, operand) for op in BINARY for operand in (0, 1))
        + tuple(_local(op) for op in UNARY)
    }
    | {op: (_local(op, 0), _local(op, 1)) for op in BINARY}
    | {op: (_local(op),) for op in UNARY},
    frequency=7,
    undone_by=(Undoing("chain"),),
    signs=(FaultSign.LOCAL_ALONE,),
    sends=(Formula(lambda s, operand: s.local[operand]),),
    is_habit=True,
    hunted=Hunted("everywhere"),
)
