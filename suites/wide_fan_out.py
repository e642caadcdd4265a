"""Hundreds of operations can use the same value.

`a` is used 500 times, so its gradient is the sum of 500 contributions. None of them may be lost, and the pass
must not become slow.

## Worked example
`a * 1`, `a * 2` and so on to `a * 500`, summed in pairs, at a = 0.5: the sum is 62625 and
a.grad = 1 + 2 + ... + 500 = 125250.

## If it fails
If the gradient is too small, contributions are lost: a rule uses `=` instead of `+=`. If the pass takes too
long, it probably searches a list of visited nodes. A set is much faster.
"""

from suites import Graph, Stage, Suite, at


def _fan(uses: int) -> str:
    """A balanced tree of sums over the uses: wide, but not deep."""
    lines = [f"p{i} = a * {i}" for i in range(1, uses + 1)]
    level = [f"p{i}" for i in range(1, uses + 1)]
    while len(level) > 1:
        pairs = list(zip(level[::2], level[1::2], strict=False))
        names = [f"s{len(lines) + i}" for i in range(len(pairs))]
        lines += [f"{name} = {left} + {right}" for name, (left, right) in zip(names, pairs, strict=True)]
        level = names + level[2 * len(pairs) :]
    return "\n".join(lines)


SUITE = Suite(
    title="Wide fan-out",
    stage=Stage.STRESS,
    rank=20,
    layouts=False,
    graphs=(Graph(_fan(500), at(a=0.5), title="the sum of a * 1, a * 2, ... a * 500", fresh=False),),
)
