"""A chain can be deeper than the recursion limit of Python.

Python allows about 1000 nested calls. The chain of 300 nodes is below this limit. The chain of 5,000 nodes
is above it: a search that calls itself for each operand stops there. The inputs are fixed, so that all
numbers are whole.

## Worked example
* `y = a * b`, then `y = y + a` 299 times, at a = 2, b = 3: y = 604, a.grad = 3 + 299 = 302, b.grad = 2.
* With 4,999 times: y = 10004, a.grad = 5002, b.grad = 2.

## If it fails
If the long chain stops with a `RecursionError`, the search is recursive. Replace the recursion by a loop with
a stack.
"""

from suites import Graph, Stage, Suite, at


def _chain(nodes: int) -> str:
    """Each node stands on the one before; the last is as deep as there are nodes."""
    return "\n".join(["y1 = a * b", *(f"y{i} = y{i - 1} + a" for i in range(2, nodes + 1))])


SUITE = Suite(
    title="Deep chain",
    stage=Stage.STRESS,
    rank=10,
    layouts=False,
    graphs=(
        Graph(_chain(300), at(a=2, b=3), title="y = a * b, then y = y + a, 299 times", fresh=False),
        Graph(_chain(5_000), at(a=2, b=3), title="y = a * b, then y = y + a, 4,999 times", fresh=False),
    ),
)
