"""What stands in and below the picture of a graph."""

from collections.abc import Sequence

from api.words.count import count

LOST = "lost"
KEPT = "kept"
DATA = "data"
GRADIENT = "grad"
NOTHING = "nothing"
SIDES = ("left", "right")
"""Of an operation with two operands."""

CAPTION = (
    "lines lead from the inputs to the output, and gradients come back along them; "
    "the number at a node's line is what that use adds to its gradient"
)


def got(number: str) -> str:
    """What a node held."""
    return f"got {number or NOTHING}"


def expected(number: str) -> str:
    """What it must hold."""
    return f"expected {number}"


def both(right: str, held: str) -> str:
    """The two beside each other."""
    return f"{expected(right)}, {got(held)}"


def title(nodes: int, wrong: int) -> str:
    """What the picture is of."""
    what = f"computation graph of {count(nodes, 'node')}"
    return f"{what}, {count(wrong, 'number')} not as expected" if wrong else what


def graph(formulas: Sequence[str], root: str) -> str:
    """How the graph is made."""
    return f"{'; '.join(formulas)}; {root} is the output"


def fate(kept: bool | None) -> str:  # noqa: FBT001 - a verdict
    """What became of a contribution, in a word; empty where that cannot be told."""
    return {True: KEPT, False: LOST, None: ""}[kept]


def share(way: str, value: str, kept: bool | None) -> str:  # noqa: FBT001 - a verdict
    """A contribution, and what became of it."""
    return ", ".join(filter(None, (f"{way} adds {value}", fate(kept))))


def through(consumer: str, side: str = "") -> str:
    """The use that a contribution comes through; with its side where a node is used twice."""
    return f"the {side} side of {consumer}" if side else consumer


def held(number: str, right: str, held_: str, shares: Sequence[str]) -> str:
    """A number that is not right, and what it should be made of."""
    told = f"{number}: {both(right, held_)}"
    return f"{told} ({'; '.join(shares)})" if shares else told


def more(number: int) -> str:
    """Lines that are left out."""
    return f"and {number} more"
