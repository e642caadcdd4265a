r"""The backward rule of an operation changes the gradient of only one operand.

## What happens
For `z = x * y` with x = 3 and y = 5, `x.grad` is 5, but `y.grad` stays 0 instead of 3. For `b = a + a`,
`a.grad` is 1 instead of 2.

## Why
The result of the operation depends on both operands. Each operand has its own local derivative, so each
operand needs its own contribution.

$$ \frac{\partial z}{\partial x} = y, \quad \frac{\partial z}{\partial y} = x $$

## Fix
Add a line for the other operand. For the right operand, this line is one of these:

    other.grad += out.grad                                 # a + b
    other.grad += -out.grad                                # a - b
    other.grad += self.data * out.grad                     # a * b
    other.grad += -self.data / other.data**2 * out.grad    # a / b
"""

from grader.faults._fault import Fault, FaultSign, Formula, Hunted, Layer, Replace, Says, Undoing
from grader.reference import METHODS, rule_statement

_OPERANDS = ("left operand", "right operand")

FAULT = Fault(
    title="The gradient of one operand is missing",
    layer=Layer.RULE,
    hints=(
        "Test the operation alone, with two different inputs. Which input keeps the gradient 0?",
        "Count the operands of the operation, and the lines of its backward rule that change a gradient.",
        (
            "Your backward rule changes the gradient of one operand only. The other operand receives nothing "
            "from this operation."
        ),
    ),
    examples={
        f"{op}: {name}": (Replace(rule_statement(op, operand), "pass", inside=METHODS[op]),)
        for op in ("+", "-", "*", "/")
        for operand, name in enumerate(_OPERANDS)
    }
    | {"**: left operand": (Replace(rule_statement("**"), "pass", inside="__pow__"),)},
    frequency=1,
    undone_by=(
        Undoing("contribute"),
        Undoing("rule", "nothing", says=Says.PLACE),
        Undoing("add-rule", "written", says=Says.PLACE),
    ),
    signs=(FaultSign.SENDS_NOTHING,),
    sends=(Formula(lambda _, __: 0.0),),
    hunted=Hunted("*: right operand", is_usual=True),
)
