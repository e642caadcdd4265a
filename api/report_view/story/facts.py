"""What is known of a graph that came out wrong, and the names and sums that several stories need."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from api.report_view.numbers import short
from api.report_view.pictures.text import WrongNumber, formula, label
from api.words import story as words
from grader.compare import Quantity
from grader.explanation.events import Sent, same
from grader.explanation.passes import ContributionOutcome, Fate, Passes
from grader.faults import FaultSign, has_sign
from grader.finding import Explained, NodeExplained
from grader.records import Frozen

MOST_PARTS = 6
"""A longer sum is not written out."""
_DIGITS = 4


class StoryFacts(Frozen, dict=True):
    """The graph as it was played, its wrong numbers, and the fault that was found."""

    explained: Explained
    wrong: Sequence[WrongNumber]
    fault: str
    attributes: Mapping[Quantity, str]
    operation: str | None = None
    """Where the fault is; None where that is in several operations, or in the pass."""
    raised: str = ""
    """The function in which Python stopped; empty where it did not, or outside of the submission."""
    flag: str = ""
    """The attribute that the line of the finding sets to True; empty where it does anything else."""

    def has_sign(self, *signs: FaultSign) -> bool:
        """Whether one of these is a sign of the fault."""
        return has_sign(self.fault, *signs)

    @cached_property
    def passes(self) -> Passes:
        """The writes of the backward passes."""
        return Passes(self.explained)

    @cached_property
    def gradients(self) -> list[WrongNumber]:
        """The wrong gradients, those that are sums first."""
        names = {node.name for node in self.explained.nodes if node.wrong_gradient}
        found = [number for number in self.wrong if number.node in names and number.is_gradient]
        return sorted(found, key=lambda number: len(self.passes.outcomes_of(number.node)) < 2)  # noqa: PLR2004

    def node(self, name: str) -> NodeExplained:
        """A node of the graph."""
        return self.passes.nodes[name]

    # --- Names ---

    def label(self, name: str) -> str:
        """A node as the student wrote it: `a`, or `a + b` where it has no name."""
        return label(self.node(name))

    def gradient_of(self, name: str) -> str:
        """`a.grad`."""
        text = self.label(name)
        return f"{text if text.isidentifier() else f'({text})'}.{self.attributes[Quantity.GRADIENT]}"

    def data_of(self, name: str) -> str:
        """`a.data`."""
        return f"{self.label(name)}.{self.attributes[Quantity.DATA]}"

    def formula(self, name: str) -> str:
        """`c = a * b`."""
        return formula(self.explained, self.node(name))

    # --- Contributions ---

    def with_fate(self, fate: Fate) -> Iterator[tuple[WrongNumber, ContributionOutcome]]:
        """Contributions to wrong gradients that had this fate."""
        for number in self.gradients:
            for outcome in self.passes.outcomes_of(number.node):
                if outcome.fate is fate:
                    yield number, outcome

    def from_consumer(self, node: str, consumer: str) -> list[ContributionOutcome]:
        """Return the contributions of one consumer to a node, along each use."""
        return [each for each in self.passes.outcomes_of(node) if each.use.consumer == consumer]

    def all_sent(self) -> Iterator[Sent]:
        """Yield every contribution, in the order of the writes."""
        for event in self.passes.events:
            yield from event.sent

    # --- Sentences ---

    def sum_of_uses(self, number: WrongNumber) -> Iterator[str]:
        """The sum that the gradient should be, where its parts add up."""
        parts = self.passes.outcomes_of(number.node)
        right = self.node(number.node).gradient
        if not 1 < len(parts) <= MOST_PARTS or not same(sum(part.right for part in parts), right):
            return
        values, uses = [rounded(part.right) for part in parts], self.passes.count_of_uses(number.node)
        if uses == len(parts):
            yield words.used(number.label, number.name, values, number.expected)
        else:  # what came after the pass sends nothing in it
            yield words.sum_of(number.name, values, number.expected)

    def so(self, number: WrongNumber) -> str:
        """Return the result: as a sum, if several nodes sent something and all of it was added."""
        sent = [each for each in self.all_sent() if each.use.node == number.node]
        values = [each.value for each in sent if each.value is not None]
        held = self.node(number.node).gradient_got or 0.0
        is_sum_of_several = len({each.use.consumer for each in sent}) > 1 and same(sum(values), held)
        if is_sum_of_several and len(values) <= MOST_PARTS:
            return words.so_by_sum(number.name, [*map(rounded, values)], number.got, number.expected)
        return plainly_so(number)


def plainly_so(number: WrongNumber) -> str:
    """Return the result: the number that was left, and the right one."""
    return words.so(number.name, number.got, number.expected)


def rounded(number: float) -> str:
    """A number as a person writes it."""
    return short(number, _DIGITS)
