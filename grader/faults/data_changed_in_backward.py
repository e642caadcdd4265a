"""The backward pass changes the data of a node.

## What happens
After `backward()`, the data of a node is a different number than before. For `c = a + b` with a = 2 and b =
3, the wrong line below leaves `a.data` = 3 and `a.grad` = 0. Backward rules that run later read the changed
data, so their contributions are wrong too.

## Why
`data` is the value of a node, and the forward pass computes it. `grad` is the derivative of the output with
respect to this node, and the backward pass computes it. The two must stay separate.

## Fix
Assign only to `grad` in the backward pass. Update the parameters in a separate step after `backward()`.

    self.data += out.grad    # ✗
    self.grad += out.grad    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Says, Undoing
from grader.reference import rule_statement

_STEP = "node._backward()\n            node.data -= 0.1 * node.grad"

FAULT = Fault(
    title="Backward pass changes `data`",
    layer=Layer.FORWARD,
    hints=(
        "Print the `data` of every node before and after `backward()`. Which numbers are different?",
        "Look for an assignment to `data` in the code that runs during the backward pass.",
        (
            "Your code assigns to `data` during the backward pass. The backward pass should change only "
            "gradients."
        ),
    ),
    examples={
        "+": (Replace(rule_statement("+"), "self.data += out.grad", inside="__add__"),),
        "*": (Replace(rule_statement("*"), "self.data += other.data * out.grad", inside="__mul__"),),
        "exp": (Replace(rule_statement("exp"), "out.data *= out.grad; self.grad += out.data", inside="exp"),),
        "backward": (Replace("node._backward()", _STEP, inside="backward"),),
    },
    undone_by=(
        Undoing("data-kept"),
        Undoing("add-rule", "data", says=Says.PLACE),
    ),
    signs=(FaultSign.DATA_CHANGED,),
    is_habit=True,
    hunted=Hunted("*"),
)
