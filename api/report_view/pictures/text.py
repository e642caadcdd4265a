"""A graph that is explained, as text: the alternative to its picture."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from api.i18n import gettext as _
from api.report_view.numbers import pair, short
from api.report_view.one_line import one_line
from api.words import picture as words
from grader.compare import Quantity
from grader.explanation.events import UseKey
from grader.explanation.passes import ContributionOutcome, Fate, Passes
from grader.finding import Explained, NodeExplained
from grader.records import Frozen
from suites import PRIMITIVES, written

ATTRIBUTES: Mapping[Quantity, str] = {Quantity.DATA: words.DATA, Quantity.GRADIENT: words.GRADIENT}
"""The names that most classes give their numbers."""

_DIGITS = 4
_LONGEST_NAME = 24
_MOST_STEPS = 6
_ELLIPSIS = "..."


class ContributionText(Frozen):
    """One contribution to a gradient."""

    way: str
    """The way from the node up to the output, as far as there is but one: `a -> c -> e`."""
    through: str
    """The use it comes through: `` `c` ``."""
    value: str
    """The number with its sign."""
    fate: Fate
    right: str
    """The right number with its sign."""

    @property
    def kept(self) -> bool | None:
        """Whether it is in what the node held; None where that is no question."""
        return {Fate.KEPT: True, Fate.LOST: False, Fate.MISSING: False}.get(self.fate)

    @property
    def verdict(self) -> str:
        """Return the fate of the contribution, in a word or two."""
        return words.fate(kept=True) if self.fate is Fate.KEPT else words.verdict(self.fate, self.right)


class WrongNumber(Frozen):
    """A number that is not right, and the contributions it should be made of."""

    node: str
    """Its name in the graph."""
    label: str
    """The name that a reader gives it."""
    name: str
    """`a.grad`."""
    expected: str
    got: str
    """Empty where there was none."""
    contributions: tuple[ContributionText, ...]
    is_gradient: bool = True


def wrong_numbers(
    explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES
) -> tuple[WrongNumber, ...]:
    """Data in the order of the graph, then gradients in the order of the nodes."""
    return tuple(_ContributionReader(explained, attributes).wrong_numbers())


def alternative(explained: Explained, attributes: Mapping[Quantity, str] = ATTRIBUTES) -> str:
    """Return in sentences what the picture shows."""
    reader = _ContributionReader(explained, attributes)
    formulas = [formula(explained, node) for node in explained.nodes if node.op is not None]
    sentences = [words.graph(formulas, reader.label(explained.root))]
    for wrong in reader.wrong_numbers():
        sentences.append(words.held(wrong.name, wrong.expected, wrong.got))
        sentences += [words.contribution(s.way, s.fate, s.value, s.right) for s in wrong.contributions]
    return " ".join([*sentences, *reader.order()])


def formula(explained: Explained, node: NodeExplained) -> str:
    """`c = a * b`; of a node without a name, its expression; of an input, its name."""
    if node.op is None or not node.text.isidentifier():
        return one_line(node.text)
    texts = {other.name: one_line(other.text) for other in explained.nodes}
    operands = [texts[o] if isinstance(o, str) else short(o) for o in node.operands]
    if PRIMITIVES[node.op].is_operator:
        operands = [f"({text})" if " " in text else text for text in operands]
    return f"{node.text} = {written(node.op, operands, '{op}({operand})')}"


def label(node: NodeExplained) -> str:
    """Return a reader's name for a node, on a line of its own."""
    return one_line(node.text, _LONGEST_NAME)


def figures(right: float, held: float | None) -> tuple[str, str]:
    """Both numbers, short, yet different where they differ."""
    if held is None:
        return short(right, _DIGITS), ""
    few = short(right, _DIGITS), short(held, _DIGITS)
    return few if few[0] != few[1] else pair(right, held)


def digits_of(text: str, number: float) -> int:
    """Return with how many digits a text of `figures` writes a number: its factors have as many."""
    return next((digits for digits in range(_DIGITS, len(text)) if short(number, digits) == text), _DIGITS)


def with_sign(number: str) -> str:
    """A contribution: `+1`, `-3`."""
    return number if number.startswith("-") else f"+{number}"


def contribution_lines(contributions: tuple[ContributionText, ...]) -> list[str]:
    """Return a line for each contribution, in columns."""
    ways = max((len(each.way) for each in contributions), default=0)
    values = max((len(each.value) for each in contributions), default=0)
    return [f"{s.way:{ways}}  {s.value:>{values}}  {s.verdict}".rstrip() for s in contributions]


class _ContributionReader(Frozen, dict=True):
    explained: Explained
    attributes: Mapping[Quantity, str]

    @cached_property
    def _nodes(self) -> dict[str, NodeExplained]:
        return {node.name: node for node in self.explained.nodes}

    @cached_property
    def _consumers(self) -> dict[str, list[str]]:
        """Return the consumers of every node, each once."""
        found: dict[str, list[str]] = {node.name: [] for node in self.explained.nodes}
        for node in self.explained.nodes:
            for operand in dict.fromkeys(node.operands):
                if isinstance(operand, str):
                    found[operand].append(node.name)
        return found

    def label(self, name: str) -> str:
        """Return a reader's name for a node, on a line of its own."""
        return label(self._nodes[name])

    def wrong_numbers(self) -> Iterator[WrongNumber]:
        for node in self.explained.nodes:
            if node.wrong_data:
                yield self._wrong(node, Quantity.DATA, figures(node.data, node.data_got))
        for node in self.explained.nodes:
            if node.wrong_gradient:
                contributions = tuple(map(self._contribution, self._passes.outcomes_of(node.name)))
                numbers = figures(node.gradient, node.gradient_got)
                yield self._wrong(node, Quantity.GRADIENT, numbers, contributions)

    def _wrong(
        self,
        node: NodeExplained,
        quantity: Quantity,
        numbers: tuple[str, str],
        contributions: tuple[ContributionText, ...] = (),
    ) -> WrongNumber:
        called = label(node)
        name = f"{called if called.isidentifier() else f'({called})'}.{self.attributes[quantity]}"
        return WrongNumber(node.name, called, name, *numbers, contributions, quantity is Quantity.GRADIENT)

    @cached_property
    def _passes(self) -> Passes:
        return Passes(self.explained)

    def order(self) -> Iterator[str]:
        """Yield in which order rules ran and with which gradient, if the order is wrong."""
        if not {outcome.fate for outcome in self._passes.outcomes} & {Fate.EARLY, Fate.REPEATED}:
            return
        for name, place in self._passes.ranks.items():
            had = self._passes.had(name)
            if had is not None:
                yield _(
                    "{node} {place}, with {number}.",
                    node=self.label(name),
                    place=words.rank(place),
                    number=short(had, _DIGITS),
                )

    def _contribution(self, outcome: ContributionOutcome) -> ContributionText:
        side = self._side(outcome.use)
        through = words.through(self.label(outcome.use.consumer), side)
        right, sent = figures(outcome.right, outcome.value)
        return ContributionText(
            self._way(outcome.use, side), through, with_sign(sent or right), outcome.fate, with_sign(right)
        )

    def _side(self, use: UseKey) -> int | None:
        """Return which operand it is; None where that is clear."""
        operands = self._nodes[use.consumer].operands
        return use.slot if operands.count(use.node) > 1 else None

    def _way(self, use: UseKey, side: int | None) -> str:
        """Where ways part again, or go on for long, only the end is named."""
        way, name = [use.node, use.consumer], use.consumer
        while name != self.explained.root and len(way) < _MOST_STEPS and len(self._consumers[name]) == 1:
            name = self._consumers[name][0]
            way.append(name)
        labels = [self.label(step) for step in way]
        if side is not None:
            labels[0] += f" ({words.side(side)})"
        if name != self.explained.root:
            labels += [_ELLIPSIS, self.label(self.explained.root)]
        return " -> ".join(labels)
