"""A deep graph ends with a RecursionError.

## What happens
Small graphs are right. A chain of about a thousand operations stops with
`RecursionError: maximum recursion depth exceeded`, as when a loop adds up many terms.

## Why
A function that calls itself for each operand goes as deep as the graph. Python allows about 1000 calls
inside each other. Most classes of this kind stop there, and for small networks that is deep enough.

## Fix
Replace the recursion by a stack of your own: take a node from it, and put it back, marked as done, under
its operands; when it comes up the second time, all its operands are listed.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_RECURSIVE = """    def _after(self, order, visited):
        if self not in visited:
            visited.add(self)
            for parent in self._prev:
                parent._after(order, visited)
            order.append(self)
        return order

    def zero_grad("""

FAULT = Fault(
    title="a deep graph exceeds the recursion limit",
    layer=Layer.TRAVERSAL,
    hints=(
        "How long may a chain `y = y + 1` get before `y.backward()` stops?",
        "Look at which function calls itself, and how deep that goes for such a chain.",
        "The walk uses one call inside another for each step back; Python allows about 1000 of them.",
    ),
    examples={
        "backward": (
            Replace("self._order()", "self._after([], set())", inside="backward"),
            Replace("    def zero_grad(", _RECURSIVE),
        )
    },
    undone_by=(Repair("topological"),),
)
