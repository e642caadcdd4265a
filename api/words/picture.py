"""What stands in and below the picture of a graph."""

from collections.abc import Sequence

from api.i18n import gettext as _
from api.i18n import ngettext, pgettext

DATA = "data"
GRADIENT = "grad"
"""As most classes call them: code, the same in every language."""


def caption() -> str:
    """Below the picture."""
    return _(
        "Lines lead from the inputs to the output. Gradients flow back along them: the number next to a "
        "line is what this use adds to the node's gradient."
    )


def got(number: str) -> str:
    """What a node held."""
    return _("got {number}", number=number) if number else _("got nothing")


def expected(number: str) -> str:
    """What it must hold."""
    return _("expected {number}", number=number)


def both(right: str, held: str) -> str:
    """The two beside each other."""
    if not held:
        return _("expected {expected}, got nothing", expected=right)
    return _("expected {expected}, got {got}", expected=right, got=held)


def title(nodes: int, wrong: int) -> str:
    """What the picture is of."""
    what = ngettext("Computation graph with {n} node.", "Computation graph with {n} nodes.", nodes)
    if not wrong:
        return what
    mistakes = ngettext("{n} number is wrong.", "{n} numbers are wrong.", wrong)
    return f"{what} {mistakes}"


def graph(formulas: Sequence[str], root: str) -> str:
    """How the graph is made."""
    if not formulas:
        return _("The output is {node}.", node=root)
    return _("{formulas}; the output is {node}.", formulas="; ".join(formulas), node=root)


def fate(kept: bool | None) -> str:  # noqa: FBT001 - a verdict
    """What became of a contribution, in a word; empty where that cannot be told."""
    if kept is None:
        return ""
    return pgettext("contribution", "kept") if kept else pgettext("contribution", "lost")


def contribution(way: str, value: str, kept: bool | None) -> str:  # noqa: FBT001 - a verdict
    """A contribution, and what became of it."""
    if kept is None:
        return _("{path} adds {value}.", path=way, value=value)
    if kept:
        return _("{path} adds {value}, which is kept.", path=way, value=value)
    return _("{path} adds {value}, which is lost.", path=way, value=value)


def side(operand: int) -> str:
    """Of an operation with two operands, as a word beside a node."""
    return pgettext("operand", "right") if operand else pgettext("operand", "left")


def through(consumer: str, operand: int | None) -> str:
    """The use that a contribution comes through; with its side where a node is used twice."""
    if operand is None:
        return f"`{consumer}`"
    if operand:
        return _("the right side of `{node}`", node=consumer)
    return _("the left side of `{node}`", node=consumer)


def held(number: str, right: str, wrong: str, contributions: Sequence[str]) -> str:
    """A number that is wrong, and what it should be made of."""
    if wrong:
        sentence = _("{number}: expected {expected}, got {got}.", number=number, expected=right, got=wrong)
    else:
        sentence = _("{number}: expected {expected}, got nothing.", number=number, expected=right)
    return " ".join([sentence, *contributions])


def more(number: int) -> str:
    """Lines that are left out."""
    return _("and {n} more", n=number)
