"""How the first wrong number of a finding comes about, told from what the student's unedited code wrote."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from api.report_view.numbers import short
from api.report_view.pictures.text import ATTRIBUTES, WrongNumber, digits_of, figures, formula, label
from api.words import story as words
from api.words.place import place
from grader.compare import Quantity
from grader.explanation.passes import ContributionOutcome, Effect, Fate, Passes, Sent, same
from grader.finding import Explained, NodeExplained
from suites import PRIMITIVES

_DIGITS = 4
_MOST_RIGHT = 4
_MOST_PARTS = 6
_OVERWRITTEN = "overwritten_gradient"
_SHARED = "shared_gradient"
_SEED_EVERYWHERE = "seed_everywhere"
_FROM_DATA = {"own_data_in_product", "gradient_is_data", "data_for_grad"}
"""Faults in which a number is taken from data."""
_FROM_GRADIENTS = "wrong_gradient_read"
_SUM_OF_FACTORS = "out_grad_added"
_ADDED_TWICE, _ELSEWHERE = "contribution_twice", "wrong_recipient"
"""Faults in which one run of a rule sends a node more than its own contribution."""
_FROM_THE_INPUTS = "forward_order"
"""Rules run before anything arrives at their nodes, also where writes do not show it."""
_WITHOUT_A_RUN = {
    "rule_missing", "rule_not_attached", "rule_on_wrong_node", "detached_result", "output_left_out",
    "one_level", "traversal_missing", "visited_by_value",
}  # fmt: skip
"""Faults in which a rule that wrote nothing did not run; in others it may have run for nothing."""

_BY_VALUE = "visited_by_value"
_NOT_RETURNED = "missing_return"
_REFLECTED_MISSING = "reflected_missing"
_NO_METHOD = {_REFLECTED_MISSING, "missing_method"}
_NO_NODE = {_NOT_RETURNED: words.none_returned, "returns_a_number": words.number_returned}


def story(
    explained: Explained,
    wrong: Sequence[WrongNumber],
    fault: str = "",
    attributes: Mapping[Quantity, str] = ATTRIBUTES,
) -> str:
    """One to three sentences; empty where nothing was seen that is wrong."""
    seen = _Story(explained, wrong, fault, attributes)
    return " ".join(seen.sentences() if wrong else seen.without_a_node())


@dataclass(frozen=True)
class _Story:
    explained: Explained
    wrong: Sequence[WrongNumber]
    fault: str
    attributes: Mapping[Quantity, str]

    def sentences(self) -> list[str]:
        """By the first way that fits what was seen."""
        for way in (
            self._data, self._one_array, self._not_cleared, self._second_pass, self._seed_everywhere,
            self._seed, self._elsewhere, self._repeated, self._early, self._replaced, self._cleared,
            self._rule, self._one_of_two, self._missing, self._carried_on, self._by_sum,
        ):  # fmt: skip
            if told := list(way()):
                return told
        return [words.right_values([f"{n.name} = {n.expected}" for n in self.wrong[:_MOST_RIGHT]])]

    def without_a_node(self) -> Iterator[str]:
        """Where the one operation of a graph returned something else than a node, or could not be done."""
        results = [node for node in self.explained.nodes if node.op is not None]
        if len(results) != 1 or results[0].data_got is not None:
            return
        primitive, formula = PRIMITIVES[results[0].op or ""], self._formula(results[0].name)
        if self.fault in _NO_NODE:
            yield _NO_NODE[self.fault](formula)
        elif self.fault in _NO_METHOD:
            is_reflected = self.fault == _REFLECTED_MISSING
            yield words.no_method(formula, primitive.reflected if is_reflected else primitive.method)

    # --- What is known ---

    @cached_property
    def _passes(self) -> Passes:
        return Passes(self.explained)

    @cached_property
    def _gradients(self) -> list[WrongNumber]:
        """The wrong gradients, those that are sums first."""
        names = {node.name for node in self.explained.nodes if node.wrong_gradient}
        found = [number for number in self.wrong if number.node in names and number.is_gradient]
        return sorted(found, key=lambda number: len(self._passes.outcomes_of(number.node)) < 2)  # noqa: PLR2004

    def _node(self, name: str) -> NodeExplained:
        return self._passes.nodes[name]

    def _number(self, name: str) -> str:
        """`a.grad`."""
        text = self._label(name)
        return f"{text if text.isidentifier() else f'({text})'}.{self.attributes[Quantity.GRADIENT]}"

    def _label(self, name: str) -> str:
        return label(self._node(name))

    def _formula(self, name: str) -> str:
        return formula(self.explained, self._node(name))

    def _with_fate(self, fate: Fate) -> Iterator[tuple[WrongNumber, ContributionOutcome]]:
        for number in self._gradients:
            for outcome in self._passes.outcomes_of(number.node):
                if outcome.fate is fate:
                    yield number, outcome

    def _sum(self, number: WrongNumber) -> Iterator[str]:
        parts = self._passes.outcomes_of(number.node)
        right = self._node(number.node).gradient
        if 1 < len(parts) <= _MOST_PARTS and same(sum(part.right for part in parts), right):
            yield words.used(
                number.label, number.name, [_short(part.right) for part in parts], number.expected
            )

    def _so(self, number: WrongNumber) -> str:
        """What comes of it: as a sum, where several nodes sent something and all of it was added."""
        sent = [each for each in self._all_sent() if each.use.node == number.node]
        values = [each.value for each in sent if each.value is not None]
        held = self._node(number.node).gradient_got or 0.0
        if (
            len({each.use.consumer for each in sent}) > 1
            and len(values) <= _MOST_PARTS
            and same(sum(values), held)
        ):
            return words.so_by_sum(number.name, [*map(_short, values)], number.got, number.expected)
        return words.so(number.name, number.got, number.expected)

    # --- The ways ---

    def _data(self) -> Iterator[str]:
        for node in self.explained.nodes:
            if node.wrong_data:
                yield self._wrong_data(node)
                return

    def _wrong_data(self, node: NodeExplained) -> str:
        right, got = figures(node.data, node.data_got)
        if node.op is None:
            name = f"{self._label(node.name)}.{self.attributes[Quantity.DATA]}"
            return words.wrong_input(name, right, got)
        operands = {o for o in node.operands if isinstance(o, str) and self._node(o).data == node.data_got}
        if self.fault == _NOT_RETURNED and len(operands) == 1:
            return words.operand_returned(self._formula(node.name), right, self._label(operands.pop()), got)
        return words.wrong_data(self._formula(node.name), right, got)

    def _second_pass(self) -> Iterator[str]:
        passes = self._passes
        if passes.is_single or len(passes.starts) < 2:  # noqa: PLR2004 - a second
            return
        start = passes.starts[-1]
        for number in self._gradients:
            node = self._node(number.node)
            before, own = self._before(number.node, start), passes.right_gradients.get(number.node, 0.0)
            if before and same(own, node.gradient) and same(node.gradient_got or 0.0, before + own):
                yield words.still_there(
                    number.name, _short(before), number.expected, number.got, number.expected
                )
                return
        old = [e for e in passes.events[start:] if e.is_rule and not passes.right_gradients.get(e.node)]
        first = next(iter(self._gradients), None)
        if old and first is not None:
            yield words.runs_of_the_first_pass(self._formula(old[0].node))
            yield words.so(first.name, first.got, first.expected)

    def _not_cleared(self) -> Iterator[str]:
        for number in self._gradients if not self._passes.is_single else ():
            if number.expected == "0" and number.got:
                yield words.not_cleared(number.name, number.got)
                return

    def _seed_everywhere(self) -> Iterator[str]:
        for number in self._gradients if self.fault == _SEED_EVERYWHERE else ():
            node = self._node(number.node)
            if node.gradient_got is not None and same(node.gradient_got, node.gradient + 1.0):
                yield words.starts_at_one(number.name, number.expected, number.got)
                return

    def _before(self, name: str, start: int) -> float | None:
        """A gradient before a pass that begins with this event."""
        writes = [w for event in self._passes.events[:start] for w in event.writes if w.node == name]
        return writes[-1].new if writes else None

    def _seed(self) -> Iterator[str]:
        root, passes = self._node(self.explained.root), self._passes
        if not passes.is_single or not self._gradients:
            return
        had = passes.had(root.name)
        ran = any(event.is_rule for event in passes.events)
        if not passes.starts and (
            (ran and not had) or (not ran and root.gradient_got == 0.0 and passes.events)
        ):
            target = next((n for n in self._gradients if n.node != root.name), self._gradients[0])
            if target.got == "0":
                yield words.no_seed(self._number(root.name), target.name)
        elif had and passes.is_traced and not same(had, 1.0):
            yield words.other_seed(self._number(root.name), _short(had))
            target = next((n for n in self._gradients if n.node != root.name), self._gradients[0])
            yield words.so(target.name, target.got, target.expected)

    def _elsewhere(self) -> Iterator[str]:
        """A contribution that was added to the other operand."""
        for number in self._gradients if self.fault == _ELSEWHERE else ():
            for outcome in self._passes.outcomes_of(number.node):
                consumer, value = outcome.use.consumer, outcome.value or 0.0
                for other in self._never_sent(consumer):
                    parts = [outcome.right, other.right]
                    if not (same(value, other.right) or same(value, sum(parts))):
                        continue
                    formula, owner = self._formula(consumer), self._label(other.use.node)
                    yield words.added_elsewhere(formula, owner, _short(other.right), number.label)
                    if same(self._node(number.node).gradient_got or 0.0, sum(parts)):
                        values = [*map(_short, parts)]
                        yield words.so_by_sum(number.name, values, number.got, number.expected)
                    else:
                        yield words.so(number.name, number.got, number.expected)
                    return

    def _never_sent(self, consumer: str) -> Iterator[ContributionOutcome]:
        for outcome in self._passes.outcomes:
            if outcome.use.consumer == consumer and outcome.fate is Fate.MISSING:
                yield outcome

    def _repeated(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.REPEATED):
            consumer, right = outcome.use.consumer, _short(outcome.right)
            values = [_short(value) for value in self._sent_at_once(number.node, consumer)]
            if self.fault == _ADDED_TWICE:
                sent = [_short(each.value) for each in outcome.sent if each.value is not None]
                yield words.added_again(number.label, self._formula(consumer), right, sent)
                yield self._so(number)
            elif 1 < len(values) <= _MOST_PARTS:
                whole = _short(sum(o.right for o in self._of_consumer(number.node, consumer)))
                yield words.runs_again(self._label(consumer), len(values), number.label, values, whole)
                yield self._so(number)
            return

    def _of_consumer(self, node: str, consumer: str) -> list[ContributionOutcome]:
        """What a node was sent by one consumer, along each use."""
        return [each for each in self._passes.outcomes_of(node) if each.use.consumer == consumer]

    def _sent_at_once(self, node: str, consumer: str) -> Iterator[float]:
        """What each run of a rule sent to a node."""
        for event in self._passes.events:
            values = [s.value for s in event.sent if s.use[:2] == (node, consumer) and s.value is not None]
            if values:
                yield sum(values)

    def _one_array(self) -> Iterator[str]:
        """What is added to the array of one node is added to that of another, which nothing writes to."""
        for number in self._gradients if self.fault == _SHARED else ():
            held: dict[str, float] = {}
            for write in self.explained.writes:
                old, new = held.get(write.node), write.new
                if write.quantity is not Quantity.GRADIENT or new is None:
                    continue
                held[write.node] = new
                if old is not None and write.node != number.node and held.get(number.node) == old != new:
                    first, added = self._number(write.node), _short(new - old)
                    yield words.one_array(first, number.name, _short(old), added, place(write))
                    yield words.so(number.name, number.got, number.expected)
                    return

    def _early(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.EARLY):
            consumer = outcome.use.consumer
            parts = sorted(self._passes.outcomes_of(consumer), key=self._when)
            full, had = self._node(consumer).gradient, outcome.had
            if had is None or not parts or not self._adds_up(number.node):
                continue
            later = list(dict.fromkeys(self._label(name) for name in self._ran_later(consumer)))
            if len(parts) > 1:
                sent = [_short(part.right) for part in parts]
                yield words.sum_of(self._number(consumer), sent, _short(full))
            else:
                yield from self._sum(number)
            if 0 < had < full:
                yield words.too_early(self._label(consumer), _short(had), _short(full), later)
            else:
                yield words.too_early_with(self._label(consumer), self._number(consumer), _short(had), later)
            yield self._so(number)
            return

    def _when(self, outcome: ContributionOutcome) -> int:
        """The place of the event in which a contribution was sent."""
        events = self._passes.events
        return next((n for n, event in enumerate(events) if any(s.use == outcome.use for s in event.sent)), 0)

    def _adds_up(self, name: str) -> bool:
        """Whether what was sent to a node is what it holds."""
        sent = sum(outcome.value or 0.0 for outcome in self._passes.outcomes_of(name))
        return same(sent, self._node(name).gradient_got or 0.0)

    def _ran_later(self, node: str) -> Iterator[str]:
        """The nodes that sent something to a node after its own rule ran."""
        ran = False
        for event in self._passes.events:
            if ran and any(each.use.node == node for each in event.sent):
                yield event.node
            ran = ran or (event.is_rule and event.node == node)

    def _replaced(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.LOST):
            if (found := self._replacement(outcome)) is None:
                continue
            write, old = found
            yield from self._sum(number)
            yield words.replaced(write)
            if same(old, outcome.right):
                yield words.last_write_wins(number.name, number.got, write.old)
            return

    def _replacement(self, outcome: ContributionOutcome) -> tuple[words.Replacement, float] | None:
        """The write that replaced what was sent."""
        if not outcome.sent:
            return None
        sent = outcome.sent[0].write
        writes = [w for event in self._passes.events for w in event.writes if w.node == outcome.use.node]
        effects = {id(s.write): s.effect for s in self._all_sent()}
        after = [id(write) for write in writes].index(id(sent)) + 1
        for earlier, write in zip(writes[after - 1 :], writes[after:], strict=False):
            if effects.get(id(write)) is Effect.REPLACED and write.old is not None and write.new is not None:
                replacement = words.Replacement(
                    old=_short(write.old),
                    new=_short(write.new),
                    line=place(write),
                    earlier_line=place(earlier) if earlier.new == write.old else "",
                    assigns=self.fault == _OVERWRITTEN,
                )
                return replacement, write.old
        return None

    def _all_sent(self) -> Iterator[Sent]:
        for event in self._passes.events:
            yield from event.sent

    def _cleared(self) -> Iterator[str]:
        for number in self._gradients:
            writes = [w for w in self.explained.writes if w.node == number.node and w.old and w.new == 0.0]
            if writes and number.got == "0":
                yield from self._sum(number)
                yield words.cleared(number.name, _short(writes[-1].old or 0.0), place(writes[-1]))
                return

    def _rule(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.WRONG):
            if outcome.value is None or outcome.had is None:
                continue
            share = self._share(number, outcome)
            yield words.should_get(share)
            yield self._instead(share, outcome)
            return

    def _share(self, number: WrongNumber, outcome: ContributionOutcome) -> words.WrongShare:
        consumer = outcome.use.consumer
        line = place(outcome.sent[0].write) if outcome.sent else ""
        right, sent = figures(outcome.right, outcome.value)
        digits = digits_of(right, outcome.right)
        return words.WrongShare(
            node=number.label,
            formula=self._formula(consumer),
            local=short(self._passes.locals[outcome.use], digits),
            arriving=short(self._passes.right_gradients[consumer], digits),
            consumer=self._number(consumer),
            right=right,
            sent=sent,
            line=line,
        )

    def _instead(self, share: words.WrongShare, outcome: ContributionOutcome) -> str:
        local, value, had = self._passes.locals[outcome.use], outcome.value or 0.0, outcome.had or 0.0
        if same(value, local) and not same(had, 1.0):
            return words.without_upstream(share)
        if self.fault == _SUM_OF_FACTORS and same(value, local + had):
            return words.added_to_upstream(share)
        if same(value, -outcome.right):
            return words.wrong_sign(share)
        # Either factor of the product may be another number than it should be.
        for other in (had, local):
            if other and (source := self._source(outcome, value / other)):
                return words.multiplied_by(share, _short(value / other), source)
        if had and not same(had, 1.0):
            return words.multiplied_by(share, _short(value / had), "")
        return words.sent_instead(share)

    def _source(self, outcome: ContributionOutcome, factor: float) -> str:
        """The one number around that is the factor: `a.data`."""
        consumer = self._node(outcome.use.consumer)
        around = dict.fromkeys([consumer.name, *(o for o in consumer.operands if isinstance(o, str))])
        fits = []
        if self.fault in _FROM_DATA:
            data = self.attributes[Quantity.DATA]
            fits = [f"{self._label(name)}.{data}" for name in around if same(self._node(name).data, factor)]
        elif self.fault == _FROM_GRADIENTS:
            held = {name: self._before_write(name, outcome) for name in around}
            fits = [self._number(name) for name, gradient in held.items() if same(gradient, factor)]
        return fits[0] if len(fits) == 1 else ""

    def _before_write(self, name: str, outcome: ContributionOutcome) -> float:
        """The gradient of a node when a contribution was sent."""
        gradient = 0.0
        for write in self.explained.writes:
            if outcome.sent and write is outcome.sent[0].write:
                break
            if write.node == name and write.quantity is Quantity.GRADIENT:
                gradient = write.new or 0.0
        return gradient

    def _one_of_two(self) -> Iterator[str]:
        """A node is both operands, and got one of its two contributions."""
        for number, outcome in self._with_fate(Fate.MISSING):
            consumer = outcome.use.consumer
            both = self._of_consumer(number.node, consumer)
            kept = [each for each in both if each.fate is Fate.KEPT]
            if len(both) == 2 and kept:  # noqa: PLR2004 - left and right
                yield words.one_of_two(
                    number.label,
                    self._formula(consumer),
                    [_short(each.right) for each in both],
                    _short(sum(each.right for each in both)),
                    both.index(outcome),
                )
                yield self._so(number)
                return

    def _missing(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.MISSING):
            consumer, right = outcome.use.consumer, _short(outcome.right)
            users = [self._label(node.name) for node in self.explained.nodes if consumer in node.operands]
            if self.fault == _FROM_THE_INPUTS and users:
                yield from self._sum(number)
                yield words.too_early_with(self._label(consumer), self._number(consumer), "0", users)
            elif consumer in self._passes.ranks or self.fault not in _WITHOUT_A_RUN:
                local, arriving = self._passes.locals[outcome.use], self._passes.right_gradients[consumer]
                yield words.never_sent(
                    number.label, self._formula(consumer), _short(local), _short(arriving), right
                )
            else:
                yield from self._equal_data(consumer)
                whole = sum(each.right for each in self._of_consumer(number.node, consumer))
                yield words.never_runs(self._formula(consumer), number.label, _short(whole))
            yield words.so(number.name, number.got, number.expected)
            return

    def _equal_data(self, name: str) -> Iterator[str]:
        """The node for which a class takes this one, if it knows nodes by their data."""
        data = self._node(name).data
        equal = [each for each in self.explained.nodes if each.name != name and each.data == data]
        if self.fault == _BY_VALUE and equal:
            yield words.equal_data(label(equal[0]), self._label(name), _short(data))

    def _carried_on(self) -> Iterator[str]:
        for number, outcome in self._with_fate(Fate.CARRIED):
            if outcome.had is None:
                continue
            full, had = figures(self._node(outcome.use.consumer).gradient, outcome.had)
            if full != had:
                consumer = outcome.use.consumer
                yield words.too_little(self._label(consumer), self._number(consumer), had, full)
                yield self._so(number)
                return

    def _by_sum(self) -> Iterator[str]:
        """Where writes were not seen: the sum, and what of it is there."""
        for number in self._gradients:
            told = list(self._sum(number))
            kept = [f"{s.through} ({s.value})" for s in number.shares if s.kept is True]
            lost = [f"{s.through} ({s.value})" for s in number.shares if s.kept is False]
            became = words.kept_and_lost(kept, lost)
            if became:
                yield from (*told, *became, words.so(number.name, number.got, number.expected))
                return
            if told:
                yield from (*told, words.left(number.name, self._added(number.node), number.got))
                return

    def _added(self, name: str) -> list[str]:
        """What its writes added to a gradient, one after the other; nothing where that does not make it."""
        writes = [
            write
            for write in self.explained.writes
            if (write.node, write.quantity) == (name, Quantity.GRADIENT) and write.new is not None
        ]
        values = [(write.new or 0.0) - (write.old or 0.0) for write in writes]
        makes_it = same(sum(values), self._node(name).gradient_got or 0.0)
        return [*map(_short, values)] if makes_it and 1 < len(values) <= _MOST_PARTS else []


def _short(number: float) -> str:
    return short(number, _DIGITS)
