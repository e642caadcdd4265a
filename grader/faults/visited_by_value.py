"""Two nodes with equal data are taken for one.

## What happens
For `L = (a + b) * (a * b)` at a = b = 2, the sum and the product are both 4, and only one of them runs:
a branch of the graph gets no gradient. With other inputs the same graph is right.

## Why
Whether a node has been visited is asked by its data, or by an `__eq__` that compares data. Different
nodes may carry the same number, and constants often do.

## Fix
Ask for the node itself: put nodes, not their data, into the set of visited ones, and leave `__eq__` and
`__hash__` as they are, or let the set hold `id(node)`.
"""

from grader.faults._fault import Fault, Layer, Repair, Replace

_BY_DATA = """    def __eq__(self, other):
        return self.data == other.data

    def __hash__(self):
        return hash(self.data)

    def backward("""

FAULT = Fault(
    title="two nodes with equal data are taken for one",
    layer=Layer.TRAVERSAL,
    hints=(
        "Compare `L = (a + b) * (a * b)` at a = b = 2 with the same graph at a = 2, b = 3.",
        "Look at how your class decides that a node has been visited before: what is compared?",
        "Nodes are recognised by their data, so that of two with equal data one is left out.",
    ),
    examples={
        "backward": (
            Replace("node not in visited", "node.data not in visited", inside="_order"),
            Replace("visited.add(node)", "visited.add(node.data)", inside="_order"),
        ),
        "__eq__": (Replace("    def backward(", _BY_DATA),),
    },
    undone_by=(Repair("by-identity"),),
    frequency=1,
)
