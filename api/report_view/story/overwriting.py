"""Stories of numbers that were right and are lost: a write replaced them, or two nodes share an array."""

from collections.abc import Iterator
from itertools import dropwhile, pairwise

from api.i18n import N_, gettext as _
from api.report_view.story.facts import MOST_PARTS, StoryFacts, plainly_so, rounded
from api.words import story as words
from api.words.place import place
from grader.compare import Quantity
from grader.explanation.events import Effect, same
from grader.explanation.passes import ContributionOutcome, Fate
from grader.faults import FaultSign


def one_array(facts: StoryFacts) -> Iterator[str]:
    """Say that what is added to one node's array is added to that of another, which nothing writes to."""
    for number in facts.gradients if facts.has_sign(FaultSign.SHARED_ARRAY) else ():
        held: dict[str, float] = {}
        for write in facts.explained.writes:
            old, new = held.get(write.node), write.new
            if write.quantity is not Quantity.GRADIENT or new is None:
                continue
            held[write.node] = new
            if old is not None and write.node != number.node and held.get(number.node) == old != new:
                first, added = facts.gradient_of(write.node), rounded(new - old)
                yield _(
                    "`{first}` and `{second}` are the same array, which holds {old}. "
                    "Your {place} adds {added} to `{first}` in place, which changes `{second}` too.",
                    first=first,
                    second=number.name,
                    old=rounded(old),
                    added=added,
                    place=place(write),
                )
                yield plainly_so(number)
                return


def replaced(facts: StoryFacts) -> Iterator[str]:
    """A contribution that a later write put another in the place of."""
    for number, outcome in facts.with_fate(Fate.LOST):
        if (found := _replacement(facts, outcome)) is None:
            continue
        sentence, old = found
        yield from facts.sum_of_uses(number)
        yield sentence
        if same(old, outcome.right):
            text = N_("The last write wins: `{number} = {got}`, and {lost} is lost.")
            yield _(text, number=number.name, got=number.got, lost=rounded(old))
        return


def _replacement(facts: StoryFacts, outcome: ContributionOutcome) -> tuple[str, float] | None:
    """Say which write replaced what was sent; and the number that it replaced."""
    if not outcome.sent:
        return None
    sent = outcome.sent[0].write
    writes = [w for event in facts.passes.events for w in event.writes if w.node == outcome.use.node]
    effects = {id(s.write): s.effect for s in facts.all_sent()}
    # Writes after the contribution was sent: the first that replaces it is the one that lost it.
    for earlier, write in dropwhile(lambda pair: pair[0] is not sent, pairwise(writes)):
        if effects.get(id(write)) is Effect.REPLACED and write.old is not None and write.new is not None:
            earlier_place = place(earlier) if earlier.new == write.old else ""
            text = _replaced(place(write), earlier_place, assigns=facts.has_sign(FaultSign.REPLACED))
            old, new = rounded(write.old), rounded(write.new)
            return _(text, old=old, new=new, place=place(write), earlier=earlier_place), write.old
    return None


def _replaced(line: str, earlier_line: str, *, assigns: bool) -> str:
    """The sentence for a write that replaced a number; `assigns`: its line is known to use `=`."""
    if line and line == earlier_line:
        return N_("Your code stores {old} on {place} and then replaces it with {new} on the same line.")
    if assigns and line and earlier_line:
        return N_("Your {place} uses `=`: it stores {new} and replaces the {old} that {earlier} stored.")
    if line:
        return N_("On {place}, your code stores {new} and replaces the {old} that is already there.")
    return N_("Your code stores {new} and replaces the {old} that is already there.")


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
