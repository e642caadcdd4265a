"""A chain may be deeper than Python's recursion goes.

Python gives up at about a thousand nested calls, so a recursive walk of the graph fails on a chain
of 5,000 nodes and has to be rewritten with a stack of its own. A chain of 300 nodes asks for no
such thing. Generic inputs are not drawn: numbers this large are kept whole.

## Worked example
`y = a * b`, then `y = y + a` 299 times, at a = 2, b = 3: y = 604, a.grad = 3 + 299 = 302, b.grad = 2.
With 4,999 times: y = 10004, a.grad = 5002, b.grad = 2.
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
