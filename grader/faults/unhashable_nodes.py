"""Python refuses to put your nodes into a set, because your class has an `__eq__` and no `__hash__`.

## What happens
The `data` is right. But `backward()` stops with `TypeError: unhashable type: 'Value'` on every graph,
where it puts the first node into the set of visited nodes.

## Why
A set finds its elements by their hash. If a class defines `__eq__` without `__hash__`, Python removes its
hash, because equal objects must have equal hashes. A dataclass defines `__eq__` if you do not forbid it.

## Fix
Remove `__eq__`: in a graph, only the node itself is the same node. Write `eq=False` for a dataclass. If you
need `__eq__` for something else, put `id(node)` into the set.

    @dataclass              # ✗
    @dataclass(eq=False)    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace

_BY_DATA = """    def __eq__(self, other):
        return self.data == other.data

    def backward("""

FAULT = Fault(
    title="Nodes cannot be put into a set",
    layer=Layer.CONTRACT,
    hints=(
        "Print `hash(Value(2.0))`: what does Python answer?",
        "Look for a method of your class, or a decorator, that says when two nodes are equal.",
        "Your class defines `__eq__` without `__hash__`, so Python refuses to put its nodes into a set.",
    ),
    examples={"__eq__": (Replace("    def backward(", _BY_DATA),)},
    frequency=2,
    signs=(FaultSign.UNHASHABLE,),
)
