"""An operation builds its result and does not give it back.

## What happens
`a + b` is `None`. The next line then fails somewhere else, often with
`'NoneType' object has no attribute 'data'` or `unsupported operand type(s)`.

## Why
A function that ends without `return` gives back `None`. A `return` that is indented under the inner
rule function belongs to that one, and the method itself has none.

## Fix
End the method with `return out`, on the level of the line that attaches the rule, after the inner
function is closed.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace
from grader.reference import METHODS

FAULT = Fault(
    title="an operation returns nothing",
    layer=Layer.CONTRACT,
    hints=(
        "What does `print(Value(2.0) + Value(3.0))` show, and what does the same show for each operation?",
        "Look at the last line of the method, and at how far it is indented.",
        "The method ends without giving back the node it has made, so its result is None.",
    ),
    examples={op: (Replace("        return out\n", "", inside=method),) for op, method in METHODS.items()},
    undone_by=(Repair("return"),),
    frequency=13,
)
