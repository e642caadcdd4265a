"""Stories of when rules run: too early, more than once, or with a gradient that was not whole."""

from collections.abc import Iterator

from api.i18n import gettext as _
from api.report_view.pictures.text import figures
from api.report_view.story.facts import MOST_PARTS, StoryFacts, rounded
from api.words import story as words
from grader.explanation.events import same
from grader.explanation.passes import ContributionOutcome, Fate
from grader.faults import FaultSign


def repeated(facts: StoryFacts) -> Iterator[str]:
    """A rule that runs again, or one that adds again."""
    for number, outcome in facts.with_fate(Fate.REPEATED):
        consumer, right = outcome.use.consumer, rounded(outcome.right)
        values = [rounded(value) for value in _by_run(facts, number.node, consumer)]
        if facts.has_sign(FaultSign.SENDS_TWICE):
            sent = [rounded(each.value) for each in outcome.sent if each.value is not None]
            yield words.added_again(number.label, facts.formula(consumer), right, sent)
            yield facts.so(number)
        elif 1 < len(values) <= MOST_PARTS:
            whole = rounded(sum(each.right for each in facts.from_consumer(number.node, consumer)))
            told = words.runs_for_each_use if facts.has_sign(FaultSign.OTHER_GRADIENT) else words.runs_again
            yield told(facts.label(consumer), len(values), number.label, values, whole)
            yield facts.so(number)
        return


def _by_run(facts: StoryFacts, node: str, consumer: str) -> Iterator[float]:
    """Yield what each run of a consumer's rule sent to a node."""
    for event in facts.passes.events:
        values = [s.value for s in event.sent if s.use[:2] == (node, consumer) and s.value is not None]
        if values:
            yield sum(values)


def early(facts: StoryFacts) -> Iterator[str]:
    """A rule that ran before all of its node's gradient had arrived."""
    for number, outcome in facts.with_fate(Fate.EARLY):
        consumer = outcome.use.consumer
        parts = sorted(facts.passes.outcomes_of(consumer), key=lambda part: _when(facts, part))
        full, had = facts.node(consumer).gradient, outcome.had
        if had is None or not parts or not _adds_up(facts, number.node):
            continue
        later = list(dict.fromkeys(facts.label(name) for name in _ran_later(facts, consumer)))
        if len(parts) > 1:
            sent = [rounded(part.right) for part in parts]
            yield words.sum_of(facts.gradient_of(consumer), sent, rounded(full))
        else:
            yield from facts.sum_of_uses(number)
        if 0 < had < full:
            yield words.too_early(facts.label(consumer), rounded(had), rounded(full), later)
        else:
            name = facts.gradient_of(consumer)
            yield words.too_early_with(facts.label(consumer), name, rounded(had), later)
        yield facts.so(number)
        return


def _when(facts: StoryFacts, outcome: ContributionOutcome) -> int:
    """The place of the event in which a contribution was sent."""
    events = facts.passes.events
    return next((n for n, event in enumerate(events) if any(s.use == outcome.use for s in event.sent)), 0)


def _adds_up(facts: StoryFacts, name: str) -> bool:
    """Whether what was sent to a node is what it holds."""
    sent = sum(outcome.value or 0.0 for outcome in facts.passes.outcomes_of(name))
    return same(sent, facts.node(name).gradient_got or 0.0)


def _ran_later(facts: StoryFacts, node: str) -> Iterator[str]:
    """The nodes that sent something to a node after its own rule ran."""
    ran = False
    for event in facts.passes.events:
        if ran and any(each.use.node == node for each in event.sent):
            yield event.node
        ran = ran or (event.is_rule and event.node == node)


def carried_on(facts: StoryFacts) -> Iterator[str]:
    """A right rule that multiplied a gradient which was wrong already."""
    for number, outcome in facts.with_fate(Fate.CARRIED):
        if outcome.had is None:
            continue
        consumer = outcome.use.consumer
        full, had = figures(facts.node(consumer).gradient, outcome.had)
        if full != had:
            yield _(
                "When the rule of `{node}` runs, `{number}` is {had}; it should be {full}.",
                node=facts.label(consumer),
                number=facts.gradient_of(consumer),
                had=had,
                full=full,
            )
            yield facts.so(number)
            return
