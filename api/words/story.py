"""How a wrong gradient comes about: its sum, the write that replaced a part of it, what is lost."""

from collections.abc import Sequence
from typing import NamedTuple

from api.i18n import gettext as _
from api.i18n import listed, ngettext


class StoryContribution(NamedTuple):
    """A contribution in a reader's words."""

    use: str
    value: str
    """With its sign."""
    kept: bool | None

    @property
    def named(self) -> str:
        """`` `c` (-3) ``: the use and the value."""
        return f"{self.use} ({self.value})"


class Replaced(NamedTuple):
    """A write that put one contribution in the place of others."""

    old: str
    new: str
    line: str
    """Empty where it is not known, as of the next."""
    earlier_line: str
    """Where the old number was stored."""
    is_last: bool
    """Nothing was written to this gradient afterwards."""


def used(node: str, number: str, parts: Sequence[StoryContribution], right: str) -> str:
    """The sum that a gradient is: there is a part for each use of the node."""
    code = f"`{number} = {_sum(parts)} = {right}`"
    if len(parts) == 1:
        return _only(number, parts[0], right)
    if len(parts) == 2:  # noqa: PLR2004 - "twice" is a word of its own
        return _("`{node}` is used twice, so {sum}.", node=node, sum=code)
    return _("`{node}` is used {n} times, so {sum}.", node=node, n=len(parts), sum=code)


def _only(number: str, part: StoryContribution, right: str) -> str:
    if part.kept is False:
        return _(
            "`{number}` should be {right}, the contribution through {use}, but it is lost.",
            number=number,
            right=right,
            use=part.use,
        )
    return _(
        "`{number}` should be {right}, the contribution through {use}.",
        number=number,
        right=right,
        use=part.use,
    )


def _sum(parts: Sequence[StoryContribution]) -> str:
    """`3 + (-4)`."""
    values = [part.value.removeprefix("+") for part in parts]
    return " + ".join([values[0], *(f"({v})" if v.startswith("-") else v for v in values[1:])])


def replaced(write: Replaced) -> list[str]:
    """What the write did, and what is lost by it."""
    sentences = [_what_it_did(write)]
    if write.is_last:
        sentences.append(_("The last write wins: {old} is lost.", old=write.old))
    return sentences


def _what_it_did(write: Replaced) -> str:
    if write.line and write.line == write.earlier_line:
        return _(
            "Your code stores {old} on {place}, and then replaces it with {new} on the same line.",
            old=write.old,
            new=write.new,
            place=write.line,
        )
    if write.line and write.earlier_line:
        return _(
            "On {place}, your code stores {new} and replaces the {old} that was stored on {earlier}.",
            old=write.old,
            new=write.new,
            place=write.line,
            earlier=write.earlier_line,
        )
    if write.line:
        return _(
            "On {place}, your code stores {new} and replaces the {old} that was there.",
            old=write.old,
            new=write.new,
            place=write.line,
        )
    return _("Your code stores {new} and replaces the {old} that was there.", old=write.old, new=write.new)


def kept_and_lost(parts: Sequence[StoryContribution]) -> list[str]:
    """What became of each contribution, as far as that is known."""
    kept = [part.named for part in parts if part.kept is True]
    lost = [part.named for part in parts if part.kept is False]
    sentences = []
    if kept and lost:
        sentences.append(
            ngettext(
                "The contribution through {uses} is kept.",
                "The contributions through {uses} are kept.",
                len(kept),
                uses=listed(kept),
            )
        )
    if lost:
        sentences.append(
            ngettext(
                "The contribution through {uses} is lost.",
                "The contributions through {uses} are lost.",
                len(lost),
                uses=listed(lost),
            )
        )
    return sentences


def right_values(numbers: Sequence[str]) -> str:
    """`a.grad = 2`, for each number that is wrong."""
    return ngettext(
        "The right value is {values}.",
        "The right values are {values}.",
        len(numbers),
        values=listed([f"`{number}`" for number in numbers]),
    )
