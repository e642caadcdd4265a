"""The graphs at which a backward pass is watched: they say how gradients are obtained, and have no points.

A shared value in front (`u`, with two ways to `t3`), a chain of products behind it, and the third input
used again at the end: gradients of middle nodes, derivatives of middle nodes with respect to inputs, and
separate contributions are then all different numbers, whatever the inputs are. Played in three sizes: the
smallest and the largest show what grows with inputs times nodes, the one between is small enough to be
seen whole. Other operations are asked in graphs of their own, which are drawn for each file.
"""

from collections.abc import Sequence
from itertools import cycle
from random import Random

from suites._primitives import UNARY, written
from suites._suite import Drive, Graph, Stage, Suite, at

_FEW, _SOME, _MANY = 3, 5, 9
_FORMULAS = {op: written(op, ["{}"], "{op}({operand})") for op in UNARY} | {"**": written("**", ["{}", "2"])}
"""Each of one node, by operation."""


def _text(inputs: int) -> str:
    lines = ["u = x1 * x2", "v = u + x3", "t3 = u * v"]
    lines += [f"t{i} = t{i - 1} * x{i}" for i in range(4, inputs + 1)]
    return "\n".join([*lines, f"L = t{inputs} * x3"])


def _graph(inputs: int) -> Graph:
    textbook = at(**{f"x{i}": round(0.83 + 0.0617 * i, 4) for i in range(1, inputs + 1)})
    return Graph(_text(inputs), textbook, title=f"a chain with {inputs} inputs", points=0)


def mixed_graphs(operations: Sequence[str], rng: Random) -> tuple[Graph, ...]:
    """Small graphs with two each of the other operations that a class has, so that every one is in a graph.

    Which two go together is drawn. Inputs are drawn here too: positive, so that relu passes on and log has a
    value.
    """
    ones = [_FORMULAS[op] for op in sorted(operations) if op in _FORMULAS]
    rng.shuffle(ones)
    sums = ["x4 - v" if "-" in operations else "v + x4", "v + x4"]
    lasts = [op for op in ("/", "*") if op in operations] or ["*"]
    rng.shuffle(sums)
    rng.shuffle(lasts)
    parts = zip(ones[::2], [*ones[1::2], *ones[:1]], cycle(sums), cycle(lasts), strict=False)
    return tuple(_mixed(summed, first, second, last, rng) for first, second, summed, last in parts)


def _mixed(summed: str, first: str, second: str, last: str, rng: Random) -> Graph:
    front = ["u = x1 * x2", "v = u * x3", f"z = {summed}"]
    lines = [*front, f"s = {first.format('u')}", f"w = {second.format('z')}", "t = s * w"]
    text = "\n".join([*lines, f"L = t {last} x4"])
    inputs = {f"x{i}": round(rng.uniform(0.25, 0.35) + 0.3 * i, 6) for i in range(1, 5)}
    return Graph(text, at(**inputs), title="a graph of other operations", points=0, fresh=False)


def ordinary_graph(operations: Sequence[str], rng: Random) -> Graph:
    """A graph with each of a class's operations, and three shared values: as ordinary as those with points.

    In which order they come, and of which of two shared values each is taken, is drawn. The third goes into
    two products: in whatever order contributions come, the first is a number of its own.
    """
    ones = [_FORMULAS[op] for op in sorted(operations) if op in _FORMULAS]
    rng.shuffle(ones)
    lines = ["u = x1 * x2", "v = u * x3", "z = x4 - v" if "-" in operations else "z = v + x4", "t0 = u * z"]
    for number, formula in enumerate(ones, 1):
        how = rng.choice("+*") if number > 1 else "*"
        lines += [
            f"s{number} = {formula.format(rng.choice('vz'))}",
            f"t{number} = t{number - 1} {how} s{number}",
        ]
    last = "/" if "/" in operations else "*"
    text = "\n".join([*lines, f"L = t{len(ones)} {last} v"])
    inputs = {f"x{i}": round(rng.uniform(0.25, 0.35) + 0.3 * i, 6) for i in range(1, 5)}
    return Graph(text, at(**inputs), title="a graph of all operations", points=0, fresh=False)


WATCHED = Suite(
    title="Watched backward pass", stage=Stage.OPERATIONS, rank=901, drive=Drive.WATCHED, layouts=False,
    graphs=(_graph(_FEW), _graph(_SOME), _graph(_MANY)), slug="watched",
)  # fmt: skip
"""A suite that shows which numbers are there before the pass, and which come up in it."""

ORDINARY = Suite(
    title="Ordinary backward pass", stage=Stage.OPERATIONS, rank=903, drive=Drive.ORDINARY, layouts=False,
    graphs=(_graph(_FEW),), slug="ordinary",
)  # fmt: skip
"""A suite that shows which gradients come up in a pass, read between its functions."""

MOVED = Suite(
    title="Backward pass, inputs moved", stage=Stage.OPERATIONS, rank=902, drive=Drive.MOVED, layouts=False,
    graphs=(_graph(_FEW),), slug="moved",
)  # fmt: skip
"""The inputs get other data between building and the pass: who evaluates the graph again shows it."""

MOVED_BY = 1.5
"""The factor that inputs are multiplied by; the harness has the same number."""
