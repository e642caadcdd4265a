"""The story where writes were not seen: the sum that a gradient should be, and what of it is there."""

from collections.abc import Iterator

from api.report_view.story.facts import MOST_PARTS, StoryFacts, plainly_so, rounded
from api.words import story as words
from grader.compare import Quantity
from grader.explanation.events import same


def kept_and_lost(facts: StoryFacts) -> Iterator[str]:
    """Yield which contributions the gradient still has, or at least what it should have added up to."""
    for number in facts.gradients:
        whole = list(facts.sum_of_uses(number))
        kept = [f"{s.through} ({s.value})" for s in number.contributions if s.kept is True]
        lost = [f"{s.through} ({s.value})" for s in number.contributions if s.kept is False]
        if became := words.kept_and_lost(kept, lost):
            yield from (*whole, *became, plainly_so(number))
            return
        if whole:
            yield from (*whole, words.left(number.name, _added(facts, number.node), number.got))
            return
        if added := _added(facts, number.node):
            yield words.right_values([f"{number.name} = {number.expected}"])
            yield words.left(number.name, added, number.got)
            return


def _added(facts: StoryFacts, name: str) -> list[str]:
    """Return what the writes added to a gradient, in order; nothing if that is not its value."""
    writes = [
        write
        for write in facts.explained.writes
        if (write.node, write.quantity) == (name, Quantity.GRADIENT) and write.new is not None
    ]
    values = [(write.new or 0.0) - (write.old or 0.0) for write in writes]
    makes_it = same(sum(values), facts.node(name).gradient_got or 0.0)
    return [*map(rounded, values)] if makes_it and 1 < len(values) <= MOST_PARTS else []
