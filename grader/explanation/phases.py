"""Tells the passes and resets of a graph, one after the other: what happened in each, and what is right.

The right pass beside a submission's takes the submission's order wherever that is possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from grader.compare import Quantity
from grader.explanation.events import Event, UseKey
from grader.explanation.passes import Passes
from grader.finding import Call, CallKind, Explained, Write
from grader.records import Frozen

_BEFORE = -1
"""The number of a step or an event that is before the first."""


class PassPhase(Frozen, dict=True):
    """A pass, a reset, or what was written while a graph was built."""

    passes: Passes
    call: Call | None
    """None while the graph is built."""
    events: tuple[Event, ...]
    changes: Mapping[int, tuple[Write, ...]]
    """Data that was changed, by the event behind which it was; -1 before the first."""

    @property
    def data_writes(self) -> tuple[Write, ...]:
        """Data that was changed."""
        return tuple(write for number in sorted(self.changes) for write in self.changes[number])

    @property
    def is_pass(self) -> bool:
        """Whether it is a backward pass."""
        return self.call is not None and self.call.kind is CallKind.BACKWARD

    @property
    def root(self) -> str:
        """The node whose pass it is, or that is reset."""
        return self.call.node if self.call else ""

    @cached_property
    def ran(self) -> tuple[str, ...]:
        """The nodes whose rules ran, in order, each as often as it did."""
        return tuple(event.node for event in self.events if event.is_rule)

    @cached_property
    def right(self) -> Mapping[str, float]:
        """The right amount that this pass adds to each gradient behind its root, by node."""
        found = {self.root: 1.0}
        for node in reversed(self.passes.explained.nodes):
            for slot, operand in enumerate(node.operands if node.name in found else ()):
                if isinstance(operand, str):
                    contribution = self.passes.locals[UseKey(operand, node.name, slot)] * found[node.name]
                    found[operand] = found.get(operand, 0.0) + contribution
        return found

    def uses_by(self, consumer: str) -> Iterator[UseKey]:
        """Yield the operands of a node of this pass that are nodes."""
        if consumer in self.right:
            yield from (use for use in self.passes.locals if use.consumer == consumer)

    def right_contribution(self, use: UseKey) -> float:
        """Return the right contribution along a use."""
        return self.passes.locals[use] * self.right.get(use.consumer, 0.0)

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The nodes whose rules have to run, in a right order."""
        nodes = reversed(self.passes.explained.nodes)
        return tuple(node.name for node in nodes if any(self.uses_by(node.name)))

    @cached_property
    def right_order(self) -> tuple[str, ...]:
        """The rules in a right order: that of the submission wherever that is possible."""
        order: list[str] = []
        for node in (*self.ran, *self.rules):
            if len(order) == len(self.rules):
                break
            ready = [rule for rule in self.rules if rule not in order and self._is_complete(rule, order)]
            order.append(node if node in ready else ready[0])
        return tuple(order)

    def _is_complete(self, node: str, order: Sequence[str]) -> bool:
        """Whether all consumers of a node have had their turn."""
        consumers = {use.consumer for use in self.passes.locals if use.node == node}
        return consumers.intersection(self.rules) <= set(order)

    @cached_property
    def never_ran(self) -> tuple[str, ...]:
        """The nodes whose rules had something to send, and never ran.

        A gradient that something else than a rule writes may have come from a rule that nobody saw.
        """
        written = {event.node for event in self.events if not event.is_rule and event.node != self.root}
        return tuple(
            node
            for node in self.rules
            if node not in self.ran
            and any(self.right_contribution(use) for use in self.uses_by(node))
            and written.isdisjoint(use.node for use in self.uses_by(node))
        )


def phases(passes: Passes) -> tuple[PassPhase, ...]:
    """Return all phases in order; none if a report does not say what was asked of the class."""
    explained, calls = passes.explained, _calls(passes)
    if not calls:
        return ()
    unknown = _step_of_the_rest(explained, calls.values())
    events: dict[int, list[Event]] = {step: [] for step in calls}
    for event in passes.events:
        events.setdefault(unknown if event.step is None else event.step, []).append(event)
    changes: dict[int, dict[int, list[Write]]] = {}
    for step, number, write in _data_changes(passes):
        changes.setdefault(unknown if step is None else step, {}).setdefault(number, []).append(write)
    last = max((step for step, found in events.items() if found), default=_BEFORE)
    return tuple(
        PassPhase(passes, calls.get(step), tuple(events.get(step, ())), _by_event(changes.get(step, {})))
        for step in sorted({*events, *changes})
        if not explained.stopped or step <= last
    )


def _calls(passes: Passes) -> Mapping[int, Call]:
    """Return the passes and resets by step; a single pass is asked for in the first, if nothing is said."""
    explained = passes.explained
    if not explained.calls and passes.is_single:
        return {0: Call(kind=CallKind.BACKWARD, node=explained.root, step=0)}
    return {call.step: call for call in explained.calls}


def _step_of_the_rest(explained: Explained, calls: Iterable[Call]) -> int:
    """Return the step of writes that have none: where all are by hand, they are the first pass."""
    if any(write.step is not None for write in explained.writes):
        return _BEFORE
    return next((call.step for call in calls if call.kind is CallKind.BACKWARD), 0)


def _is_wrong_change(write: Write, passes: Passes) -> bool:
    is_change = write.old is not None and write.old != write.new
    return is_change and passes.nodes[write.node].wrong_data


def _data_changes(passes: Passes) -> Iterator[tuple[int | None, int, Write]]:
    """Yield data that was changed: in which step, behind which of its events, and the write."""
    left = [(write, number, event.step) for number, event in _numbered(passes) for write in event.writes]
    # Events hold the writes of gradients in the same order, so data changed behind the event passed last.
    at: tuple[int, int | None] = (_BEFORE, None)
    for write in passes.explained.writes:
        if write.quantity is Quantity.DATA:
            if _is_wrong_change(write, passes):
                yield write.step, at[0] if at[1] == write.step else _BEFORE, write
        elif left and (write.node, write.old, write.new) == (left[0][0].node, left[0][0].old, left[0][0].new):
            at = left.pop(0)[1:]


def _numbered(passes: Passes) -> Iterator[tuple[int, Event]]:
    """Yield every event with its number among those of its step."""
    counts: dict[int | None, int] = {}
    for event in passes.events:
        counts[event.step] = counts.get(event.step, -1) + 1
        yield counts[event.step], event


def _by_event(changes: Mapping[int, Sequence[Write]]) -> Mapping[int, tuple[Write, ...]]:
    """Return the writes behind each event."""
    return {number: tuple(writes) for number, writes in changes.items()}
