"""Stories of numbers that were right and are lost: a write replaced them, or two nodes share an array."""

from collections.abc import Iterator

from api.report_view.story.facts import StoryFacts, plainly_so, rounded
from api.words import story as words
from api.words.place import place
from grader.compare import Quantity
from grader.explanation.events import Effect, same
from grader.explanation.passes import ContributionOutcome, Fate

_OVERWRITTEN = "overwritten_gradient"
_SHARED = "shared_gradient"


def one_array(facts: StoryFacts) -> Iterator[str]:
    """Say that what is added to one node's array is added to that of another, which nothing writes to."""
    for number in facts.gradients if facts.fault == _SHARED else ():
        held: dict[str, float] = {}
        for write in facts.explained.writes:
            old, new = held.get(write.node), write.new
            if write.quantity is not Quantity.GRADIENT or new is None:
                continue
            held[write.node] = new
            if old is not None and write.node != number.node and held.get(number.node) == old != new:
                first, added = facts.gradient_of(write.node), rounded(new - old)
                yield words.one_array(first, number.name, rounded(old), added, place(write))
                yield plainly_so(number)
                return


def replaced(facts: StoryFacts) -> Iterator[str]:
    """A contribution that a later write put another in the place of."""
    for number, outcome in facts.with_fate(Fate.LOST):
        if (found := _replacement(facts, outcome)) is None:
            continue
        write, old = found
        yield from facts.sum_of_uses(number)
        yield words.replaced(write)
        if same(old, outcome.right):
            yield words.last_write_wins(number.name, number.got, write.old)
        return


def _replacement(facts: StoryFacts, outcome: ContributionOutcome) -> tuple[words.Replacement, float] | None:
    """The write that replaced what was sent, and what it replaced."""
    if not outcome.sent:
        return None
    sent = outcome.sent[0].write
    writes = [w for event in facts.passes.events for w in event.writes if w.node == outcome.use.node]
    effects = {id(s.write): s.effect for s in facts.all_sent()}
    after = [id(write) for write in writes].index(id(sent)) + 1
    # Writes after the contribution was sent: the first that replaces it is the one that lost it.
    for earlier, write in zip(writes[after - 1 :], writes[after:], strict=False):
        if effects.get(id(write)) is Effect.REPLACED and write.old is not None and write.new is not None:
            replacement = words.Replacement(
                old=rounded(write.old),
                new=rounded(write.new),
                line=place(write),
                earlier_line=place(earlier) if earlier.new == write.old else "",
                assigns=facts.fault == _OVERWRITTEN,
            )
            return replacement, write.old
    return None
