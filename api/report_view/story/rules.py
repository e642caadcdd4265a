"""Stories of a rule that sends its operand another number than the local derivative times what arrived."""

from collections.abc import Iterator, Mapping

from api.i18n import N_, gettext as _
from api.report_view.numbers import short
from api.report_view.pictures.text import WrongNumber, digits_of, figures
from api.report_view.story.facts import StoryFacts, rounded
from api.words.place import place
from api.words.story import in_brackets
from grader.compare import Quantity
from grader.explanation.events import same
from grader.explanation.passes import ContributionOutcome, Fate
from grader.faults import FaultSign


def wrong_contribution(facts: StoryFacts) -> Iterator[str]:
    """Yield what an operand should get, and what the code computes instead.

    Nothing of a node that shares one entry with itself: what is sent for one use is right for the other.
    """
    if facts.has_sign(FaultSign.ONE_NODE):
        return
    for number, outcome in facts.with_fate(Fate.WRONG):
        value, had = outcome.value, outcome.had
        if value is None or had is None:
            continue
        named = _named(facts, number, outcome)
        yield _(
            "In `{formula}`, `{node}` should get {local} · {arriving} = {right}: "
            "the local derivative times `{consumer}`.",
            **{**named, "arriving": in_brackets(named["arriving"])},
        )
        yield _instead(facts, named, outcome, value, had)
        return


def _named(facts: StoryFacts, number: WrongNumber, outcome: ContributionOutcome) -> dict[str, str]:
    """Return the names and numbers in a sentence about a wrong contribution."""
    consumer = outcome.use.consumer
    right, sent = figures(outcome.right, outcome.value)
    digits = digits_of(right, outcome.right)
    return {
        "node": number.label,
        "formula": facts.formula(consumer),
        "local": short(facts.passes.locals[outcome.use], digits),
        "arriving": short(facts.passes.right_gradients[consumer], digits),
        "consumer": facts.gradient_of(consumer),
        "right": right,
        "sent": sent,
        "place": place(outcome.sent[0].write) if outcome.sent else "",
    }


def _instead(
    facts: StoryFacts, named: Mapping[str, str], outcome: ContributionOutcome, value: float, had: float
) -> str:
    """Say what the code adds instead, and how it comes to that number: of a later use, by no wrong sign."""
    local = facts.passes.locals[outcome.use]
    if same(value, local) and not same(had, 1.0):
        return _(
            "Your code adds {sent}, the local derivative alone: "
            "the factor {arriving} (`{consumer}`) is missing.",
            **named,
        )
    if facts.has_sign(FaultSign.FACTORS_ADDED) and same(value, local + had):
        return _(
            "Your code adds {local} + {arriving} = {sent}: "
            "it adds the two factors and does not multiply them.",
            **{**named, "arriving": in_brackets(named["arriving"])},
        )
    if same(value, -outcome.right) and not facts.has_sign(FaultSign.LAST_USE_KEPT):
        return _("Your code adds {sent}: the sign is wrong.", **named)
    if told := _other_factor(facts, named, outcome, value, had):
        return told
    return _("Your {place} adds {sent}.", **named) if named["place"] else _("Your code adds {sent}.", **named)


def _other_factor(
    facts: StoryFacts, named: Mapping[str, str], outcome: ContributionOutcome, value: float, had: float
) -> str:
    """Say by which number the code multiplies, where the graph has it: a quotient may be in no code."""
    local = facts.passes.locals[outcome.use]
    for factor in (value / other for other in (had, local) if other):
        if source := _source(facts, outcome, factor):
            text = N_("Your code multiplies by {factor}, which is `{source}`, and adds {sent}.")
            return _(text, factor=rounded(factor), source=source, **named)
    return ""


def _source(facts: StoryFacts, outcome: ContributionOutcome, factor: float) -> str:
    """The one number around that is the factor: `a.data`."""
    consumer = facts.node(outcome.use.consumer)
    around = dict.fromkeys([consumer.name, *(o for o in consumer.operands if isinstance(o, str))])
    fits = []
    if facts.has_sign(FaultSign.DATA_AS_FACTOR):
        fits = [facts.data_of(name) for name in around if same(facts.node(name).data, factor)]
    elif facts.has_sign(FaultSign.OTHER_GRADIENT):
        held = {name: _before_write(facts, name, outcome) for name in around}
        fits = [facts.gradient_of(name) for name, gradient in held.items() if same(gradient, factor)]
    return fits[0] if len(fits) == 1 else ""


def _before_write(facts: StoryFacts, name: str, outcome: ContributionOutcome) -> float:
    """Return the gradient of a node as it was before a contribution was sent."""
    gradient = 0.0
    for write in facts.explained.writes:
        if outcome.sent and write is outcome.sent[0].write:
            break
        if write.node == name and write.quantity is Quantity.GRADIENT:
            gradient = write.new or 0.0
    return gradient
