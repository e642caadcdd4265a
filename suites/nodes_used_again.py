"""A pass gives the right gradients also for nodes that an earlier pass went through.

A program can use a node again after its backward pass: in a larger graph, or in a second output. The second
pass must start afresh and go through the node once more. All gradients are set to 0 between the passes, so it
does not matter whether a class accumulates them over passes.

## Worked example
`c = a * b; c.backward()` at a = 2, b = 3. Then all gradients are set to 0, and `d = c * c; d.backward()`
gives c.grad = 6 + 6 = 12, a.grad = 12 * 3 = 36 and b.grad = 12 * 2 = 24.

## If it fails
The second pass finds something that the first one left behind. If the gradient of `a` is 0, nodes of the
first pass usually still count as visited. Look for a set of visited nodes outside of `backward()`, for a
default value such as `visited=set()`, and for a mark on the nodes that no line takes back. If gradients are
too large, rules of the first pass run again.

## Conventions
A class may free its graph after a pass, as PyTorch does, or refuse a second pass with an exception of its
own. Then these graphs are not applicable, and no points are lost, unless the assignment requires a graph
that stays. If nobody can set the gradients of a class to 0, they are not applicable either.
"""

import re

from suites import Graph, Stage, Suite, at

_OUTPUTS = "m = a * b; u = m * a; v = m + b"


def _passes(*parts: str) -> str:
    """The parts one after the other, with the gradients of all nodes so far set to 0 in between."""
    program, nodes = "", ["a", "b"]
    for part in parts:
        if program:
            program += "\n" + "; ".join(f"{node}.grad = 0" for node in nodes) + "\n"
        program += part
        nodes += re.findall(r"\b(\w+) =", part)
    return program


SUITE = Suite(
    title="Nodes used again after backward()",
    stage=Stage.TRAINING,
    rank=25,
    needs=("training_loop",),
    graphs=(
        Graph(
            _passes("c = a * b; c.backward()", "d = c * c; d.backward()"),
            at(a=2, b=3),
            title="c = a * b and its pass, then d = c * c and its pass",
        ),
        Graph(
            _passes(f"{_OUTPUTS}; u.backward()", "v.backward()"),
            at(a=2, b=3),
            title="m = a * b; u = m * a; v = m + b, the pass of u, then that of v",
        ),
        Graph(
            _passes(f"{_OUTPUTS}; v.backward()", "u.backward()"),
            at(a=2, b=3),
            title="m = a * b; u = m * a; v = m + b, the pass of v, then that of u",
        ),
        Graph(
            _passes("c = a * b; c.backward()", "d = c * c; d.backward()", "e = d * c; e.backward()"),
            at(a=2, b=3),
            title="c = a * b, d = c * c and e = d * c, each with its pass",
        ),
    ),
)
