"""How a pass comes to wrong numbers: its seed, its resets, and what an earlier pass left behind."""

from collections.abc import Sequence

from api.i18n import gettext as _
from api.i18n import listed, ngettext
from api.words.story import total


def cleared(number: str, old: str, line: str) -> str:
    """A gradient was set to 0 after something had arrived."""
    if line:
        return _("`{number}` was {old}. Then {place} sets it to 0.", number=number, old=old, place=line)
    return _("`{number}` was {old}. Then your code sets it to 0.", number=number, old=old)


def no_seed(root: str, target: str) -> str:
    """The output's gradient stays 0."""
    return _(
        "The output's gradient, `{root}`, is never set to 1. It stays 0, so every contribution "
        "is something times 0, "
        "and `{target} = 0`.",
        root=root,
        target=target,
    )


def other_seed(root: str, got: str) -> str:
    """The output's gradient is another number than 1."""
    return _(
        "The output's gradient, `{root}`, must be 1, but your code sets it to {got}. Every contribution is "
        "multiplied by it.",
        root=root,
        got=got,
    )


def starts_at_one(number: str, own: str, got: str) -> str:
    """A gradient has a 1 that no rule sent."""
    return _(
        "Your code gives each node a gradient of 1, and not only the output: "
        "`{number} = {sum} = {got}`. It should be {own}.",
        number=number,
        sum=total(["1", own]),
        got=got,
        own=own,
    )


def still_there(number: str, first: str, own: str, got: str, right: str) -> str:
    """A second pass adds to what the first left."""
    return _(
        "Before the second pass, `{number}` is still {first} from the first. "
        "The second pass adds its own {own}: "
        "`{number} = {sum} = {got}`. It should be {right}.",
        number=number,
        first=first,
        own=own,
        sum=total([first, own]),
        got=got,
        right=right,
    )


def not_cleared(number: str, got: str) -> str:
    """A gradient that was to be cleared."""
    return _("`{number}` should be 0 after it is cleared, but it is still {got}.", number=number, got=got)


def not_run_again(nodes: Sequence[str], *, is_stopped: bool) -> str:
    """Rules that run in the first pass alone."""
    names = listed([f"`{node}`" for node in nodes])
    if not is_stopped:
        return ngettext(
            "The rule of {nodes} runs in the first pass, but not in the second.",
            "The rules of {nodes} run in the first pass, but not in the second.",
            len(nodes),
            nodes=names,
        )
    return ngettext(
        "The rule of {nodes} runs in the first pass, but not in the second: what your code keeps from the "
        "first pass stops it.",
        "The rules of {nodes} run in the first pass, but not in the second: what your code keeps from the "
        "first pass stops them.",
        len(nodes),
        nodes=names,
    )


def runs_of_the_first_pass(formula: str) -> str:
    """A second pass runs what belongs to the graph of the first."""
    return _(
        "The second pass also runs the rule of `{formula}`, which belongs to the first graph.",
        formula=formula,
    )
