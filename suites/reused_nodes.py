"""In every graph, the nodes run in reverse topological order.

These graphs use results twice, at different distances from the output and in several shapes. A wrong order
can be right by chance on one of them, but hardly on all of them.

## Worked example
* `c = a * b; d = c * a; L = d * c + c` at a = 2, b = 3: L = 78, d.grad = 6, c.grad = 12 + 12 + 1 = 25,
  a.grad = 25 * 3 + 6 * 6 = 111, b.grad = 25 * 2 = 50.
* In the last graph, each of the four parts has its own `a` and `b`. Their gradients are `b + 2 * a * b * b`
  and `a + 2 * a * a * b`.

## If it fails
If a gradient is too small, a node runs before the nodes that use it. If a gradient is too large, a node runs
more than once.
"""

from suites import Graph, Stage, Suite, at

_PARTS = range(4)
_BY_FIRST = 2


def _part(i: int) -> str:
    """One reused product, with its direct use on the right or, every other time, on the left.

    The longer path goes through first operands in two parts, and through second ones in the others: who
    measures a node's depth by one of its operands has the wrong depth in some.
    """
    deep = f"(c{i} * a{i}) * b{i}" if i < _BY_FIRST else f"b{i} * (a{i} * c{i})"
    total = f"c{i} + {deep}" if i % 2 else f"{deep} + c{i}"
    return f"c{i} = a{i} * b{i}; g{i} = {total}"


_FOUR = "\n".join([*map(_part, _PARTS), "L = " + " + ".join(f"g{i}" for i in _PARTS)])
_NUMBERS = {f"a{i}": 2 + i / 10 for i in _PARTS} | {f"b{i}": 3 - i / 10 for i in _PARTS}

SUITE = Suite(
    title="Reused nodes",
    stage=Stage.WHOLE_GRAPH,
    rank=100,
    graphs=(
        Graph("c = a * b; d = c * a; L = d * c + c", at(a=2, b=3)),
        Graph("c = a + b; d = a * b; e = c + d; f = c * d; y = e + f", at(a=2, b=3)),
        Graph(_FOUR, at(**_NUMBERS), title="four reused products, summed"),
    ),
)
