"""A function calls itself with the same node again and again.

## What happens
A small graph stops with `RecursionError: maximum recursion depth exceeded`. Python shows the same lines of
your code again and again.

## Why
A recursive function must come closer to its end with each call. A search goes from a node to its operands,
and ends at the inputs, which have none. It never ends if it calls itself with the node that it already has,
or if a node is its own operand. `self ** n` in `__pow__` calls `__pow__` again, with the same operands.

## Fix
Call the function for each operand, and not again for the node itself.

    for child in v._prev:
        build(v)        # ✗
        build(child)    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace, Undoing

_RECURSIVE = """    def _after(self, order):
        for parent in self._prev:
            self._after(order)
        order.append(self)
        return order

    def zero_grad("""

FAULT = Fault(
    title="A function calls itself without end",
    layer=Layer.CONTRACT,
    hints=(
        "Print the node at the beginning of the function that Python names. Which nodes does it get?",
        "Look at each line on which this function calls itself. What is different in the next call?",
        "Your function calls itself with what it was given itself, so no call comes to its end.",
    ),
    examples={
        "backward": (
            Replace("self._order()", "self._after([])", inside="backward"),
            Replace("    def zero_grad(", _RECURSIVE),
        )
    },
    undone_by=(Undoing("whole-graph", "itself"),),
    signs=(FaultSign.RECURSES,),
)
