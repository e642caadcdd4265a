"""The replay of a backward pass in words: what your code does in a step, and what a right pass does there."""

from collections.abc import Sequence

from api.i18n import gettext as _
from api.i18n import listed, ngettext


def starts(number: str, value: str) -> str:
    """A pass begins."""
    return _("Start: `{number}` is set to {value}.", number=number, value=value)


def is_set(number: str, old: str, new: str) -> str:
    """A gradient is set outside of any rule."""
    if not new:
        return _("`{number}` is set to something that is not a number.", number=number)
    if not old or old == new:
        return _("`{number}` is set to {new}.", number=number, new=new)
    return _("`{number}` is set from {old} to {new}.", number=number, old=old, new=new)


def runs(node: str, had: str, *, again: bool) -> str:
    """A rule runs."""
    if again:
        return _("The rule of `{node}` runs again, with {had}.", node=node, had=had)
    return _("The rule of `{node}` runs, with {had}.", node=node, had=had)


def gets(node: str, value: str, total: str) -> str:
    """A contribution arrives where there was something."""
    return _("`{node}` gets {value}, together {total}.", node=node, value=value, total=total)


def gets_first(node: str, value: str) -> str:
    """The first contribution arrives."""
    return _("`{node}` gets {value}.", node=node, value=value)


def replaces(number: str, old: str, new: str) -> str:
    """A contribution takes the place of what was there."""
    return _("`{number}`: {old} → {new}. The {old} is replaced and lost.", number=number, old=old, new=new)


def gets_nothing_right(node: str, value: str, right: str) -> str:
    """A contribution is another number than it should be."""
    return _("`{node}` gets {value}; it should get {right}.", node=node, value=value, right=right)


def gets_nothing(node: str, right: str) -> str:
    """A rule leaves an operand out."""
    return _("`{node}` gets nothing; it should get {right}.", node=node, right=right)


def has_not_run(nodes: Sequence[str], number: str, rest: str) -> str:
    """A rule runs before its node's gradient is complete."""
    return ngettext(
        "{nodes} has not run yet: `{number}` will get {rest} more.",
        "{nodes} have not run yet: `{number}` will get {rest} more.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
        number=number,
        rest=rest,
    )


def too_late(node: str) -> str:
    """Something arrives after its node's rule ran."""
    return _("The rule of `{node}` has run already: nobody passes this on.", node=node)


def right_start(number: str) -> str:
    """What a right pass does first."""
    return _("A correct pass sets `{number}` to 1.", number=number)


def right_run(node: str, values: Sequence[str]) -> str:
    """What a right pass does there."""
    return _(
        "A correct pass runs the rule of `{node}` now: {values}.",
        node=node,
        values=listed([f"`{value}`" for value in values]),
    )


def right_clear(number: str) -> str:
    """What happens there between two passes."""
    return _("In a correct class, `{number}` is now 0.", number=number)


def right_end() -> str:
    """A right pass is over."""
    return _("A correct pass is finished by now.")


def still_to_run(nodes: Sequence[str]) -> str:
    """What the submission never does."""
    return ngettext(
        "Your pass ends here. A correct pass also runs the rule of {nodes}.",
        "Your pass ends here. A correct pass also runs the rules of {nodes}.",
        len(nodes),
        nodes=listed([f"`{node}`" for node in nodes]),
    )


def ends(number: str, got: str, right: str) -> str:
    """The last step."""
    if got == right:
        return _("End: `{number} = {got}`.", number=number, got=got)
    return _("End: `{number} = {got}`; it should be {right}.", number=number, got=got, right=right)
