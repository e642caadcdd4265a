"""How the first wrong gradient of a finding comes about, as far as its data show it."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from api.report_view.numbers import short
from api.report_view.pictures import replay
from api.report_view.pictures.text import ContributionText, WrongNumber
from api.words import story as words
from api.words.place import place
from api.words.replay import Meaning
from grader.compare import Quantity
from grader.finding import Explained

_DIGITS = 4
_MOST_RIGHT = 4
_MOST_USES = 6
_CLOSE = 1e-9


def story(explained: Explained, wrong: Sequence[WrongNumber]) -> str:
    """The sum that the gradient is, what was replaced or lost, and the right values."""
    if not wrong:
        return ""
    first = next((number for number in wrong if number.shares), wrong[0])
    sum_ = _sum(explained, first)
    sentences = [sum_] if sum_ else []
    if not sum_ or len(first.shares) > 1:
        sentences += _loss(explained, first)
    if not sum_ or len(wrong) > 1:
        sentences.append(words.right_values([f"{n.name} = {n.expected}" for n in wrong[:_MOST_RIGHT]]))
    return " ".join(sentences)


def _sum(explained: Explained, first: WrongNumber) -> str:
    """Said only where there is a contribution for each use, and they add up to what is right."""
    if not 0 < len(first.shares) <= _MOST_USES or len(first.shares) != _uses(explained, first.node):
        return ""
    right = next(node.gradient for node in explained.nodes if node.name == first.node)
    parts = [part.value for part in explained.contributions if part.node == first.node]
    if not math.isclose(math.fsum(parts), right, rel_tol=_CLOSE, abs_tol=_CLOSE):
        return ""
    return words.used(first.label, first.name, _parts(first.shares), first.expected)


def _uses(explained: Explained, name: str) -> int:
    return sum(node.operands.count(name) for node in explained.nodes)


def _loss(explained: Explained, first: WrongNumber) -> list[str]:
    """What replaced a part of it; where no write shows that, which contributions are there and which not."""
    lost = [part.value for part in explained.contributions if part.node == first.node and part.kept is False]
    write = next(_replacing(explained, first.node, lost[0]), None) if len(lost) == 1 else None
    return words.replaced(write) if write else words.kept_and_lost(_parts(first.shares))


def _replacing(explained: Explained, name: str, lost: float) -> Iterator[words.Replaced]:
    """Writes that put another contribution in the place of the one that is lost."""
    writes = [
        (write, meaning)
        for write, meaning in zip(explained.writes, replay.meanings(explained, explained.writes), strict=True)
        if write.node == name and write.quantity is Quantity.GRADIENT
    ]
    for (earlier, _), (write, meaning) in pairwise(writes):
        if meaning is not Meaning.REPLACED or write.old is None or write.new is None:
            continue
        if math.isclose(write.old, lost, rel_tol=_CLOSE, abs_tol=_CLOSE):
            yield words.Replaced(
                old=_short(write.old),
                new=_short(write.new),
                line=place(write),
                earlier_line=place(earlier) if earlier.new == write.old else "",
                is_last=write is writes[-1][0],
            )


def _parts(shares: Sequence[ContributionText]) -> list[words.StoryContribution]:
    return [words.StoryContribution(share.through, share.value, share.kept) for share in shares]


def _short(number: float) -> str:
    return short(number, _DIGITS)
