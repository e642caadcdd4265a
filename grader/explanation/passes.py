"""Reads off writes what the backward passes of a submission did, rule by rule.

With which gradient each rule ran, what it sent to each operand, and what became of it: beside what is right.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property

from grader.compare import Quantity
from grader.explanation.events import Effect, Event, EventReader, Sent, UseKey, same, total
from grader.finding import Contribution, Explained, NodeExplained, Write
from grader.records import Frozen, replace
from suites import PRIMITIVES


class Fate(StrEnum):
    """The fate of a contribution."""

    KEPT = "kept"
    LOST = "lost"
    """It was sent, and replaced or cleared later."""
    WRONG = "wrong"
    """The rule sent another number."""
    EARLY = "early"
    """The rule ran before its own node's gradient was complete."""
    CARRIED = "carried"
    """The rule is right, and its own node's gradient was wrong before."""
    REPEATED = "repeated"
    """It was sent more than once."""
    MISSING = "missing"
    """It was never sent."""
    OPEN = "open"
    """It cannot be told."""


class ContributionOutcome(Frozen):
    """A contribution: what it should be, what it was, and its fate."""

    use: UseKey
    right: float
    sent: tuple[Sent, ...]
    fate: Fate
    had: float | None = None
    """The consumer's gradient when its rule ran."""
    inferred: float | None = None
    """The number that must have been sent, where writes were not seen."""

    @property
    def value(self) -> float | None:
        """The number that was sent, all together."""
        if self.inferred is not None:
            return self.inferred
        values = [each.value for each in self.sent if each.value is not None]
        return total(values) if values else None


class Passes(Frozen, dict=True):
    """A reading of what the passes of an explained graph did."""

    explained: Explained

    @cached_property
    def nodes(self) -> Mapping[str, NodeExplained]:
        """The nodes of the graph, by name."""
        return {node.name: node for node in self.explained.nodes}

    @cached_property
    def _gradient_writes(self) -> Sequence[Write]:
        return [write for write in self.explained.writes if write.quantity is Quantity.GRADIENT]

    @cached_property
    def locals(self) -> Mapping[UseKey, float]:
        """The local derivative of every use."""
        found: dict[UseKey, float] = {}
        for node in self.explained.nodes:
            if node.op is None:
                continue
            numbers = [self.nodes[o].data if isinstance(o, str) else float(o) for o in node.operands]
            for slot, local in enumerate(PRIMITIVES[node.op].partials(node.data, *numbers)):
                operand = node.operands[slot]
                if isinstance(operand, str):
                    found[UseKey(operand, node.name, slot)] = local
        return found

    @cached_property
    def right_gradients(self) -> Mapping[str, float]:
        """The correct gradients of one pass from the root, by node."""
        gradients: dict[str, float] = defaultdict(float)
        gradients[self.explained.root] = 1.0
        for node in reversed(self.explained.nodes):
            for slot, operand in enumerate(node.operands):
                if isinstance(operand, str):
                    local = self.locals[UseKey(operand, node.name, slot)]
                    gradients[operand] += local * gradients[node.name]
        return gradients

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events in the order in which they happened."""
        return tuple(EventReader(self.explained, self.locals).events())

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The events with which a pass begins."""
        return tuple(number for number, event in enumerate(self.events) if event.is_seed)

    @cached_property
    def is_single(self) -> bool:
        """Whether there was one pass and nothing but it."""
        return bool(self.explained.right_writes or self.explained.contributions)

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place in which the rule of each node ran first, from 1."""
        ran = dict.fromkeys(event.node for event in self.events if event.is_rule)
        return {node: place for place, node in enumerate(ran, 1)}

    @cached_property
    def outcomes(self) -> tuple[ContributionOutcome, ...]:
        """The outcomes of uses behind the root in a single pass; of lost ones where nothing was traced."""
        if not self.is_single:
            return ()
        if not self.is_traced:
            outcomes = self._untraced()
        else:
            outcomes = (self._outcome_of_use(use) for use in self.locals if self._is_behind_root(use))
        return tuple(each for each in outcomes if not self._is_itself(each.use))

    @cached_property
    def is_traced(self) -> bool:
        """Whether writes show what rules sent; not where gradients are stored in the end."""
        rules = [event for event in self.events if event.is_rule]
        if not self.events or any(_is_stored_later(event) for event in rules):
            return False
        if self.is_single and (self._seeds_elsewhere or self._receives_unseen):
            return False
        return self.sees_every_write

    @property
    def _seeds_elsewhere(self) -> bool:
        """Whether a pass begins at a node that is not the output."""
        return any(event.is_seed and event.node != self.explained.root for event in self.events)

    @property
    def _receives_unseen(self) -> bool:
        """Whether a node has received something that no rule was seen to send, as where it adds it itself."""
        seen = {self.explained.root, *(each.use.node for each in self._sent)}
        return any(self._received(name) for name in self.nodes if name not in seen)

    @cached_property
    def sees_every_write(self) -> bool:
        """Whether gradients change by writes alone, and not as arrays that are added to in place."""
        if self._is_seen_late:
            return False
        return self.explained.stopped or all(self._is_as_written(node) for node in self.explained.nodes)

    @property
    def _is_seen_late(self) -> bool:
        """Whether a number was there before its first write: an array that was added to in place.

        Outside of any rule, a 1 may be a seed that is set once more.
        """
        first: dict[str, Write] = {}
        for write in self._gradient_writes:
            first.setdefault(write.node, write)
        return any(
            write.old and write.old == write.new and (write.during or (self.is_single and write.old != 1.0))
            for write in first.values()
        )

    def _is_as_written(self, node: NodeExplained) -> bool:
        """Whether a node held in the end what was last written to it."""
        writes = [w for event in self.events for w in event.writes if w.node == node.name]
        held, last = node.gradient_got or 0.0, (writes[-1].new or 0.0) if writes else self.fresh
        return same(held, last)

    @cached_property
    def fresh(self) -> float:
        """The gradient of a new node, as the output's first write found it; 0 where that was not seen."""
        writes = () if self._is_seen_late else self._gradient_writes
        return next((write.old or 0.0 for write in writes if write.node == self.explained.root), 0.0)

    def outcomes_of(self, node: str) -> list[ContributionOutcome]:
        """Return the outcome of the contribution of each use of a node."""
        return [each for each in self.outcomes if each.use.node == node]

    @cached_property
    def lacks_its_seed(self) -> bool:
        """Whether one pass ran and nothing ever set the output's gradient, or handed a 1 on in its place."""
        if not self.is_single or self.starts or any(sent.write.new for sent in self._sent):
            return False
        # Where a rule ran, the gradient that it found counts: the output's own may have been written later.
        if any(event.is_rule for event in self.events):
            return not self.had(self.explained.root)
        return bool(self.events) and self.nodes[self.explained.root].gradient_got == 0.0

    @property
    def _sent(self) -> Iterator[Sent]:
        """Yield what rules sent, in order."""
        for event in self.events:
            yield from event.sent

    def had(self, node: str) -> float | None:
        """Return the gradient that a node had when its rule ran first."""
        return next((event.had for event in self.events if event.is_rule and event.node == node), None)

    def _is_behind_root(self, use: UseKey) -> bool:
        """Whether a use sends something in a pass from the root."""
        return self.right_gradients.get(use.consumer, 0.0) != 0.0 or use.consumer == self.explained.root

    def _untraced(self) -> Iterator[ContributionOutcome]:
        """Yield outcomes from what nodes held: a node with one use got all of it through that."""
        parts = self.explained.contributions
        told = [self._outcome_of_part(part) for part in parts]
        silent = {each.use.consumer for each in told if each.fate is Fate.MISSING}
        for each in told:
            # A rule that sent nothing to an operand of its own did not run: nothing that it sent was lost.
            is_unsent = each.fate is Fate.LOST and each.use.consumer in silent
            yield replace(each, fate=Fate.MISSING) if is_unsent else each

    def _outcome_of_part(self, part: Contribution) -> ContributionOutcome:
        """Return the outcome of a contribution, by what its node held."""
        use = UseKey(part.node, part.consumer, part.slot)
        held = self._received(part.node)
        alone = self.count_of_uses(part.node) == 1 and self.count_of_uses(part.consumer) < 2  # noqa: PLR2004 - order may matter
        if alone and held is not None and part.node != self.explained.root and not self._grows_later(part):
            return self._inferred_outcome(use, part.value, held)
        fate = {True: Fate.KEPT, False: Fate.LOST, None: Fate.OPEN}[part.kept]
        return ContributionOutcome(use, part.value, (), fate)

    def _grows_later(self, part: Contribution) -> bool:
        """Whether the node was written after its one use: what it held is not of that alone."""
        during = [write.during for write in self._gradient_writes if write.node == part.node]
        return part.consumer in during and during[-1] is None

    def _is_itself(self, use: UseKey) -> bool:
        """Whether an operation gave back its operand: then there is no rule, and one gradient."""
        node, result = self.nodes[use.node], self.nodes[use.consumer]
        is_one = (node.data_got, node.gradient_got) == (result.data_got, result.gradient_got)
        has_rule = any((w.node, w.during) == (use.node, use.consumer) for w in self.explained.writes)
        return is_one and result.wrong_data and len(result.operands) == 1 and not has_rule

    def _received(self, name: str) -> float | None:
        """Return what the passes added to a node's gradient."""
        held = self.nodes[name].gradient_got
        return None if held is None else held - self.begun_with(name)

    def begun_with(self, name: str) -> float:
        """Return a node's gradient before any rule sent to it: it may be set before the pass begins."""
        writes = self._gradient_writes
        own = [number for number, write in enumerate(writes) if write.node == name]
        if not own or self._is_seen_late:
            return self.fresh
        before = self._set_before(own)
        return writes[own[0]].old or 0.0 if before is None else before

    def _set_before(self, own: Sequence[int]) -> float | None:
        """Return the number that the first of a node's writes set before the pass, if they did.

        They came before the output's, or outside of any rule.
        """
        writes = self._gradient_writes
        begins = next((n for n, write in enumerate(writes) if write.node == self.explained.root), 0)
        early = [number for number in own if number < begins or not writes[number].during]
        return writes[early[-1]].new or 0.0 if early[:1] == own[:1] and early[-1] < own[-1] else None

    def count_of_uses(self, name: str) -> int:
        """Return how often a node is an operand."""
        return sum(node.operands.count(name) for node in self.explained.nodes)

    def _inferred_outcome(self, use: UseKey, right: float, held: float) -> ContributionOutcome:
        """Return the outcome of the only contribution to a node, by what the node held."""
        consumer = self.nodes[use.consumer]
        had = consumer.gradient_got
        if same(held, right):
            return ContributionOutcome(use, right, (), Fate.KEPT, had, held)
        if same(held, 0.0):
            return ContributionOutcome(use, right, (), Fate.MISSING, had)
        fate = Fate.CARRIED if had is not None and same(held, self.locals[use] * had) else Fate.WRONG
        return ContributionOutcome(use, right, (), fate, had, held)

    def _outcome_of_use(self, use: UseKey) -> ContributionOutcome:
        """Return the outcome of the contribution of a use, by what was sent."""
        right = self.locals[use] * self.right_gradients[use.consumer]
        sent = tuple(each for event in self.events for each in event.sent if each.use == use)
        event = next((event for event in self.events if any(each.use == use for each in event.sent)), None)
        had = event.had if event else None
        return ContributionOutcome(use, right, sent, self._fate(use, right, sent, had), had)

    def _fate(self, use: UseKey, right: float, sent: Sequence[Sent], had: float | None) -> Fate:
        """Return what became of a contribution."""
        if not sent:
            return Fate.MISSING if not same(right, 0.0) else Fate.OPEN
        if len(sent) > 1:
            return Fate.REPEATED
        value = sent[0].value
        if value is None:
            return Fate.WRONG
        if not same(value, right):
            return self._wrong_fate(use, value, had)
        return Fate.LOST if self._is_replaced(sent[0]) else Fate.KEPT

    def _wrong_fate(self, use: UseKey, value: float, had: float | None) -> Fate:
        """Return why a rule sent another number than the right one."""
        if had is None or not same(value, self.locals[use] * had):
            return Fate.WRONG
        ran = next(
            number for number, each in enumerate(self.events) if each.is_rule and each.node == use.consumer
        )
        later = [
            each for event in self.events[ran + 1 :] for each in event.sent if each.use.node == use.consumer
        ]
        return Fate.EARLY if later else Fate.CARRIED

    def _is_replaced(self, sent: Sent) -> bool:
        """Whether a later write put something else in the place of what was sent."""
        writes = [w for event in self.events for w in event.writes if w.node == sent.use.node]
        effects = {id(each.write): each.effect for event in self.events for each in event.sent}
        after = writes[[id(write) for write in writes].index(id(sent.write)) + 1 :]
        return any(
            effects.get(id(write), Effect.REPLACED) in (Effect.REPLACED, Effect.CLEARED) for write in after
        )


def _is_stored_later(event: Event) -> bool:
    """Whether a rule seems to have sent something before its own node had anything."""
    return not event.had and any(each.value for each in event.sent)
