"""A deep graph stops with a `RecursionError`.

## What happens
Small graphs are right. A chain of about 1000 operations stops with
`RecursionError: maximum recursion depth exceeded`. A loop that adds up many terms builds such a chain.

## Why
Your function calls itself for each operand, so the calls are nested as deep as the graph. Python allows
about 1000 nested calls. Many correct classes have this limit, and small networks do not reach it.

## Fix
Replace the recursion by a loop with a stack of your own. The stack holds each node twice: first to visit
its operands, and then to add it to the list after them.

    stack = [(self, False)]
    while stack:
        node, operands_done = stack.pop()
        if operands_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((operand, False) for operand in node._prev)
"""

from grader.faults._fault import Exceptional, Fault, FaultSign, Layer, Replace, Says, Undoing

_RECURSIVE = """    def _after(self, order, visited):
        if self not in visited:
            visited.add(self)
            for parent in self._prev:
                parent._after(order, visited)
            order.append(self)
        return order

    def zero_grad("""

FAULT = Fault(
    title="Recursion limit exceeded on a deep graph",
    layer=Layer.TRAVERSAL,
    hints=(
        "How long can a chain of `y = y + 1` be before `y.backward()` stops?",
        "Look for the function that calls itself: how many nested calls does it need for such a chain?",
        "Your search needs one nested call for each step back through the graph. Python allows about 1000.",
    ),
    examples={
        "backward": (
            Replace("self._order()", "self._after([], set())", inside="backward"),
            Replace("    def zero_grad(", _RECURSIVE),
        )
    },
    undone_by=(Undoing("topological", says=Says.ALL),),
    signs=(FaultSign.TOO_DEEP,),
    raised=(Exceptional("RecursionError"),),
    is_drawn=False,  # shows in deep graphs alone
)
