"""Stories of a rule that sends its operand another number than the local derivative times what arrived."""

from collections.abc import Iterator

from api.report_view.numbers import short
from api.report_view.pictures.text import WrongNumber, digits_of, figures
from api.report_view.story.facts import StoryFacts, rounded
from api.words import story as words
from api.words.place import place
from grader.compare import Quantity
from grader.explanation.events import same
from grader.explanation.passes import ContributionOutcome, Fate

_FROM_DATA = {"own_data_in_product", "gradient_is_data", "data_for_grad"}
"""Faults in which a number is taken from data."""
_FROM_GRADIENTS = "wrong_gradient_read"
_SUM_OF_FACTORS = "out_grad_added"


def wrong_share(facts: StoryFacts) -> Iterator[str]:
    """Say what an operand should get, and what the code makes of it."""
    for number, outcome in facts.with_fate(Fate.WRONG):
        if outcome.value is None or outcome.had is None:
            continue
        share = _share(facts, number, outcome)
        yield words.should_get(share)
        yield _instead(facts, share, outcome)
        return


def _share(facts: StoryFacts, number: WrongNumber, outcome: ContributionOutcome) -> words.WrongShare:
    consumer = outcome.use.consumer
    right, sent = figures(outcome.right, outcome.value)
    digits = digits_of(right, outcome.right)
    return words.WrongShare(
        node=number.label,
        formula=facts.formula(consumer),
        local=short(facts.passes.locals[outcome.use], digits),
        arriving=short(facts.passes.right_gradients[consumer], digits),
        consumer=facts.gradient_of(consumer),
        right=right,
        sent=sent,
        line=place(outcome.sent[0].write) if outcome.sent else "",
    )


def _instead(facts: StoryFacts, share: words.WrongShare, outcome: ContributionOutcome) -> str:
    local, value, had = facts.passes.locals[outcome.use], outcome.value or 0.0, outcome.had or 0.0
    if same(value, local) and not same(had, 1.0):
        return words.without_upstream(share)
    if facts.fault == _SUM_OF_FACTORS and same(value, local + had):
        return words.added_to_upstream(share)
    if same(value, -outcome.right):
        return words.wrong_sign(share)
    # Either factor of the product may be another number than it should be.
    for other in (had, local):
        if other and (source := _source(facts, outcome, value / other)):
            return words.multiplied_by(share, rounded(value / other), source)
    if had and not same(had, 1.0):
        return words.multiplied_by(share, rounded(value / had), "")
    return words.sent_instead(share)


def _source(facts: StoryFacts, outcome: ContributionOutcome, factor: float) -> str:
    """The one number around that is the factor: `a.data`."""
    consumer = facts.node(outcome.use.consumer)
    around = dict.fromkeys([consumer.name, *(o for o in consumer.operands if isinstance(o, str))])
    fits = []
    if facts.fault in _FROM_DATA:
        fits = [facts.data_of(name) for name in around if same(facts.node(name).data, factor)]
    elif facts.fault == _FROM_GRADIENTS:
        held = {name: _before_write(facts, name, outcome) for name in around}
        fits = [facts.gradient_of(name) for name, gradient in held.items() if same(gradient, factor)]
    return fits[0] if len(fits) == 1 else ""


def _before_write(facts: StoryFacts, name: str, outcome: ContributionOutcome) -> float:
    """The gradient of a node when a contribution was sent."""
    gradient = 0.0
    for write in facts.explained.writes:
        if outcome.sent and write is outcome.sent[0].write:
            break
        if write.node == name and write.quantity is Quantity.GRADIENT:
            gradient = write.new or 0.0
    return gradient
