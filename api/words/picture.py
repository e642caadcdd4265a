"""What stands in and below the picture of a graph."""

from collections.abc import Sequence

from api.i18n import N_, gettext as _, ngettext, pgettext
from grader.explanation.passes import Fate

DATA = "data"
GRADIENT = "grad"
"""The names of numbers in most classes: code, the same in every language."""

_ORDINALS = (N_("ran 1st"), N_("ran 2nd"), N_("ran 3rd"))


def legend() -> str:
    """Say below the picture how to read it."""
    return _("Thin lines: the forward pass. Thick arrows: what your backward pass adds to each gradient.")


def caption(fate: Fate, node: str, found: int, arrows: int) -> str:
    """Say what became of so many of the arrows into a node."""
    only, one, several = _CAPTIONS[fate]
    if arrows == 1:
        return _(only, node=f"`{node}`")
    return _(one if found == 1 else several, node=f"`{node}`", n=found, all=arrows)


def wrong_data(node: str, right: str, got: str) -> str:
    """Data that is not right: whatever else differs may come from it."""
    if not got:
        return _("Look at `{node}`: it holds no number. It should hold {right}.", node=node, right=right)
    return _("Look at `{node}`: it holds {got}, and should hold {right}.", node=node, got=got, right=right)


_CAPTIONS = {
    Fate.REPEATED: (
        N_("Follow the arrow into {node}: its contribution arrives more than once."),
        N_("Follow the arrows into {node}: a contribution arrives more than once."),
        N_("Follow the arrows into {node}: {n} of {all} arrive more than once."),
    ),
    Fate.EARLY: (
        N_("Follow the arrow into {node}: it is sent before the gradient that it carries is complete."),
        N_("Follow the arrows into {node}: one is sent before the gradient that it carries is complete."),
        N_("Follow the arrows into {node}: {n} of {all} are sent before their gradients are complete."),
    ),
    Fate.LOST: (
        N_("Follow the arrow into {node}: it is sent, but lost."),
        N_("Follow the arrows into {node}: one is sent, but lost."),
        N_("Follow the arrows into {node}: {n} of {all} are sent, but lost."),
    ),
    Fate.WRONG: (
        N_("Follow the arrow into {node}: your rule sends a wrong number."),
        N_("Follow the arrows into {node}: for one, your rule sends a wrong number."),
        N_("Follow the arrows into {node}: for {n} of {all}, your rule sends a wrong number."),
    ),
    Fate.MISSING: (
        N_("Follow the arrow into {node}: it is never sent."),
        N_("Follow the arrows into {node}: one is never sent."),
        N_("Follow the arrows into {node}: {n} of {all} are never sent."),
    ),
    Fate.CARRIED: (
        N_("Follow the arrow into {node}: it carries on a number that was wrong before."),
        N_("Follow the arrows into {node}: one carries on a number that was wrong before."),
        N_("Follow the arrows into {node}: {n} of {all} carry on a number that was wrong before."),
    ),
}
"""The sentences of a fate: for the only arrow, for one of several, and for several."""

TELLING = tuple(_CAPTIONS)
"""The most telling fate first."""


def got(number: str) -> str:
    """Say what a node held."""
    return _("got {number}", number=number) if number else _("got nothing")


def nothing() -> str:
    """Return the word in place of a number that is not there."""
    return pgettext("a number", "nothing")


def should_be() -> str:
    """Return the words before the right number."""
    return _("should be")


def rank(place: int) -> str:
    """Say in which place a rule ran."""
    return _(_ORDINALS[place - 1]) if place <= len(_ORDINALS) else _("ran {n}th", n=place)


def verdict(fate: Fate, right: str) -> str:
    """Say what became of a contribution, in a word or two; empty where it is as it should be."""
    match fate:
        case Fate.LOST:
            return pgettext("contribution", "lost")
        case Fate.MISSING:
            return pgettext("contribution", "never sent")
        case Fate.WRONG | Fate.EARLY | Fate.CARRIED | Fate.REPEATED:
            return _("should be {right}", right=right)
    return ""


def both(right: str, held: str) -> str:
    """The two beside each other."""
    if not held:
        return _("expected {expected}, got nothing", expected=right)
    return _("expected {expected}, got {got}", expected=right, got=held)


def title(nodes: int, wrong: int) -> str:
    """Say what the picture is of."""
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
    """Say what became of a contribution, in a word; empty where that cannot be told."""
    if kept is None:
        return ""
    return pgettext("contribution", "kept") if kept else pgettext("contribution", "lost")


_FATES = {
    Fate.KEPT: N_("{path} adds {value}, which is kept."),
    Fate.LOST: N_("{path} adds {value}, which is lost."),
    Fate.WRONG: N_("{path} adds {value}; it should add {right}."),
    Fate.EARLY: N_("{path} adds {value}, too early; it should add {right}."),
    Fate.CARRIED: N_("{path} adds {value}; it should add {right}."),
    Fate.REPEATED: N_("{path} adds {value}, in several runs; it should add {right} once."),
    Fate.MISSING: N_("{path} should add {right}, and adds nothing."),
    Fate.OPEN: N_("{path} should add {right}."),
}


def contribution(path: str, what: Fate, value: str, right: str) -> str:
    """A contribution, and what became of it."""
    return _(_FATES[what], path=path, value=value, right=right)


def side(operand: int) -> str:
    """Name the side of an operand of an operation with two, as a word beside a node."""
    return pgettext("operand", "right") if operand else pgettext("operand", "left")


def through(consumer: str, operand: int | None) -> str:
    """The use that a contribution comes through; with its side where a node is used twice."""
    if operand is None:
        return f"`{consumer}`"
    if operand:
        return _("the right side of `{node}`", node=consumer)
    return _("the left side of `{node}`", node=consumer)


def held(number: str, right: str, wrong: str) -> str:
    """A number that is wrong."""
    if wrong:
        return _("{number}: expected {expected}, got {got}.", number=number, expected=right, got=wrong)
    return _("{number}: expected {expected}, got nothing.", number=number, expected=right)


def more(number: int) -> str:
    """Lines that are left out."""
    return _("and {n} more", n=number)
