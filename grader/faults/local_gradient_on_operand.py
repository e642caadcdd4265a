"""An operation keeps what the pass needs on its operand, where the operand's next use replaces it.

## What happens
A graph that uses each value once is right. For `c = a * b; d = c * a` with a = 2 and b = 3, the local
derivative of `c` by `a` is 3. The second product stores 6 in its place, so the rule of `c` works with 6.

## Why
A local derivative belongs to one use of a value, not to the value: `a` can have as many as it has uses. An
attribute of `a` has room for one. The last operation that uses `a` decides what all earlier ones find there.

The same happens to an operation, a factor, a function or a result that you store on an operand for the
backward pass. If the uses are added up there, the pass multiplies their sum by the gradient of each result.

## Fix
Store what the backward rule needs on the result, one entry for each operand. Each operation makes a new
result, so nothing is replaced.

    self.local = other.data               # ✗
    other.local = self.data               # ✗
    out.local = (other.data, self.data)   # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace
from grader.reference import METHODS, rule_statement


def _kept(op: str) -> tuple[Replace, ...]:
    """The local derivatives are computed with the result, and stored on the operands."""
    statements = [rule_statement(op, operand) for operand in (0, 1)]
    local = [statement.partition("+= ")[2].removesuffix(" * out.grad") for statement in statements]
    stored = f"        self.local, other.local = {', '.join(local)}\n        out = Value("
    reading = [
        Replace(statement, f"{name}.grad += {name}.local * out.grad", inside=METHODS[op])
        for statement in statements
        for name in [statement.partition(".")[0]]
    ]
    return (Replace("        out = Value(", stored, inside=METHODS[op]), *reading)


FAULT = Fault(
    title="Kept on the operand, where its next use replaces it",
    layer=Layer.RULE,
    hints=(
        "Compare a value that is used once with one that is used twice. For which one is the gradient wrong?",
        "In which object does your operation store what the backward pass needs later?",
        "Your operation stores it on its operand, and the operand's next use replaces it.",
    ),
    examples={op: _kept(op) for op in ("*", "/")} | {"everywhere": (*_kept("*"), *_kept("/"))},
    frequency=2,
    signs=(FaultSign.LAST_USE_KEPT,),
)
