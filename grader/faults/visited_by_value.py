"""Your class treats two different nodes as one node if their `data` is equal.

## What happens
For `L = (a + b) * (a * b)` at a = b = 2, the sum and the product are both 4. Only one of them runs its
backward rule, so the contributions of the other are lost. With other inputs the same graph is right.

## Why
Your code compares nodes by their `data`: in the set of visited nodes, or in an `__eq__` method. But
different nodes can have the same `data`.

## Fix
Compare the nodes themselves. Put nodes, not their `data`, into the set of visited nodes. If your class
defines `__eq__` or `__hash__`, remove them or put `id(node)` into the set.

    visited.add(node.data)   # ✗
    visited.add(node)        # ✓
"""

from grader.faults._fault import Fault, FaultSign, Hunted, Layer, Replace, Undoing

_BY_DATA = """    def __eq__(self, other):
        return self.data == other.data

    def __hash__(self):
        return hash(self.data)

    def backward("""

FAULT = Fault(
    title="Two nodes with equal `data` are treated as one node",
    layer=Layer.TRAVERSAL,
    hints=(
        "Is `L = (a + b) * (a * b)` right at a = 2 and b = 3, but wrong at a = 2 and b = 2?",
        "Look at how your code decides that it has already visited a node: what does it compare?",
        "Your code compares the `data` of nodes. If two nodes have equal `data`, it skips one of them.",
    ),
    examples={
        "backward": (
            Replace("node not in visited", "node.data not in visited", inside="_order"),
            Replace("visited.add(node)", "visited.add(node.data)", inside="_order"),
        ),
        "__eq__": (Replace("    def backward(", _BY_DATA),),
    },
    frequency=1,
    undone_by=(Undoing("by-identity"),),
    signs=(FaultSign.EQUAL_NODES, FaultSign.DOES_NOT_RUN),
    hunted=Hunted("backward", is_usual=True),
)
