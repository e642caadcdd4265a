"""Stories of contributions that never arrive: they go elsewhere, or no rule sends them."""

from collections.abc import Iterator

from api.i18n import gettext as _
from api.report_view.story.facts import StoryFacts, plainly_so, rounded
from api.words import story as words
from grader.explanation.events import same
from grader.explanation.passes import ContributionOutcome, Fate
from grader.faults import FaultSign


def added_elsewhere(facts: StoryFacts) -> Iterator[str]:
    """A contribution that was added to the other operand."""
    for number in facts.gradients if facts.has_sign(FaultSign.SENT_ELSEWHERE) else ():
        for outcome in facts.passes.outcomes_of(number.node):
            consumer, value = outcome.use.consumer, outcome.value or 0.0
            for other in _never_sent(facts, consumer):
                parts = [outcome.right, other.right]
                if not (same(value, other.right) or same(value, sum(parts))):
                    continue
                owner, strayed = facts.label(other.use.node), rounded(other.right)
                yield _(
                    "In `{formula}`, `{owner}` should get {value}, but your code adds this {value} to "
                    "`{node}`.",
                    formula=facts.formula(consumer),
                    owner=owner,
                    value=strayed,
                    node=number.label,
                )
                if same(facts.node(number.node).gradient_got or 0.0, sum(parts)):
                    values = [*map(rounded, parts)]
                    yield words.so_by_sum(number.name, values, number.got, number.expected)
                else:
                    yield plainly_so(number)
                return


def _never_sent(facts: StoryFacts, consumer: str) -> Iterator[ContributionOutcome]:
    for outcome in facts.passes.outcomes:
        if outcome.use.consumer == consumer and outcome.fate is Fate.MISSING:
            yield outcome


def one_of_two(facts: StoryFacts) -> Iterator[str]:
    """A node is both operands, and got one of its two contributions."""
    for number, outcome in facts.with_fate(Fate.MISSING):
        consumer = outcome.use.consumer
        both = facts.from_consumer(number.node, consumer)
        kept = [each for each in both if each.fate is Fate.KEPT]
        if len(both) == 2 and kept:  # noqa: PLR2004 - left and right
            yield words.one_of_two(
                number.label,
                facts.formula(consumer),
                [rounded(each.right) for each in both],
                rounded(sum(each.right for each in both)),
                both.index(outcome),
            )
            yield facts.so(number)
            return


def never_added(facts: StoryFacts) -> Iterator[str]:
    """A contribution that no rule sends."""
    for number, outcome in facts.with_fate(Fate.MISSING):
        consumer = outcome.use.consumer
        users = [facts.label(node.name) for node in facts.explained.nodes if consumer in node.operands]
        # Rules run before anything arrives at their nodes, also where writes do not show it.
        if facts.has_sign(FaultSign.FROM_THE_INPUTS) and users:
            yield from facts.sum_of_uses(number)
            yield words.too_early_with(facts.label(consumer), facts.gradient_of(consumer), "0", users)
        elif consumer in facts.passes.ranks or not facts.has_sign(FaultSign.DOES_NOT_RUN):
            local, arriving = facts.passes.locals[outcome.use], facts.passes.right_gradients[consumer]
            factors = rounded(local), rounded(arriving)
            yield words.never_sent(number.label, facts.formula(consumer), *factors, rounded(outcome.right))
        else:
            yield from _equal_data(facts, consumer)
            whole = sum(each.right for each in facts.from_consumer(number.node, consumer))
            told = words.has_no_rule if facts.has_sign(FaultSign.NO_RULE) else words.never_runs
            yield told(facts.formula(consumer), number.label, rounded(whole))
        yield plainly_so(number)
        return


def _equal_data(facts: StoryFacts, name: str) -> Iterator[str]:
    """The node for which a class takes this one, if it knows nodes by their data."""
    data = facts.node(name).data
    equal = [each for each in facts.explained.nodes if each.name != name and each.data == data]
    if facts.has_sign(FaultSign.EQUAL_NODES) and equal:
        yield _(
            "`{node}` and `{other}` both hold {number}.",
            node=facts.label(equal[0].name),
            other=facts.label(name),
            number=rounded(data),
        )
