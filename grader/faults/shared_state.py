"""Something is shared by all nodes, or outlives a pass, that should be new each time.

## What happens
The first graph is right. A later one in the same run gets too little, because its nodes count as
visited already, or too much, because nodes of the first are still in the list.

## Why
A default like `visited=set()` is made once, when the method is defined, and every call uses the same
object. The same is true of a list that stands in the class and not in `__init__`.

## Fix
Make it where it is needed: in `backward()` at the start of each pass, or in `__init__` for each node. A
default of `None` that is replaced in the method does the same.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

FAULT = Fault(
    title="something is shared that should be new each time",
    layer=Layer.FORWARD,
    hints=(
        "Is a graph still right if another one was built and asked before it, in the same run?",
        "Look for lists, sets and dicts that are made outside of the method that fills them.",
        "One object serves all calls or all nodes, and keeps what earlier ones have put into it.",
    ),
    examples={
        "backward: visited nodes": (
            Replace("_order(self)", "_order(self, visited=set())", inside="_order"),
            Replace("        visited: set[Value] = set()\n", "", inside="_order"),
        ),
        "backward: the order": (
            Replace("_order(self)", "_order(self, order=[])", inside="_order"),
            Replace("        order: list[Value] = []\n", "", inside="_order"),
        ),
        "__init__: the operands": (
            Replace("    def __init__(", "    _prev = []\n\n    def __init__("),
            Replace("self._prev = parents", "self._prev += parents", inside="__init__"),
        ),
    },
    undone_by=(Repair("fresh-state"),),
    frequency=1,
)
