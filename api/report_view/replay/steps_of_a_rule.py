"""The statements about the run of a rule: its gradient, what it sends, and what it leaves out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from api.report_view.replay import arriving, said
from api.report_view.replay.said import Statement
from grader.explanation.events import Effect, Event, Sent, UseKey, same, total
from grader.explanation.phases import PassPhase


class RuleTeller:
    """Tells of the runs of one pass, in order, and remembers which contributions were told."""

    def __init__(self, phase: PassPhase, events: Sequence[Event], *, stops: bool = False) -> None:
        """Take the events of a rule; if it stops, Python stopped in the last of them."""
        self._phase = phase
        self._events = events
        self._counted: set[UseKey] = set()
        self._stops_at = len(events) - 1 if stops else None
        self._runs = list(_runs(phase, events))

    def told(self, number: int) -> list[Statement]:
        """The statements about an event of the run."""
        event = self._events[number]
        return [
            *self._beginning(number),
            *self._sending(number),
            *self._left(event, number),
            *self._late(number),
        ]

    def begins(self, number: int) -> bool:
        """Whether a rule begins to run, and does not go on."""
        run = self._runs[number]
        return run is not None and run.first == number

    def counted(self, number: int) -> list[UseKey]:
        """The contributions that are due with this run and were not before."""
        event = self._events[number]
        uses = [*dict.fromkeys(each.use for each in event.sent), *self._left_out(number)]
        new = [use for use in uses if use not in self._counted and use.consumer in self._phase.right]
        self._counted.update(new)
        return new

    def count(self, use: UseKey) -> None:
        """Remember a contribution that a rule sent which nobody saw."""
        self._counted.add(use)

    def pending(self, node: str) -> list[UseKey]:
        """Return the contributions to a node that no statement has mentioned yet."""
        phase = self._phase
        return [
            use
            for use in phase.passes.locals
            if use.node == node and use.consumer in phase.right and use not in self._counted
        ]

    def ran_before(self, event: Event) -> bool:
        """Whether some rule ran before it."""
        position = next(n for n, each in enumerate(self._events) if each is event)
        return any(each.is_rule for each in self._events[:position])

    def _beginning(self, number: int) -> Iterator[Statement]:
        event = self._events[number]
        if self.begins(number):
            ran_before = any(each.is_rule and each.node == event.node for each in self._events[:number])
            yield (said.RunsAgain if ran_before else said.Runs)(event.node, event.had or 0.0)
            yield from self._not_ready(number)
        elif self._events[number - 1].node != event.node:
            yield said.GoesOn(event.node)

    def _not_ready(self, number: int) -> Iterator[Statement]:
        """Yield a statement if the gradient is not complete when its rule begins, or should not be there."""
        event = self._events[number]
        had, right = event.had or 0.0, self._phase.right.get(event.node)
        if right is None:
            if had:
                yield said.NotOfThisPass(event.node, self._phase.root)
        elif not same(had, right):
            # Either contributions come too late for this rule, or the gradient was wrong before it.
            later = self._sent_later(number)
            nodes = tuple(dict.fromkeys(each.use.consumer for each in later))
            rest = total(each.value or 0.0 for each in later)
            yield said.NotComplete(event.node, nodes, rest) if nodes else said.HadOther(event.node, right)

    def _sent_later(self, number: int) -> list[Sent]:
        """The contributions that rules which did not run yet will send to the node whose rule runs."""
        node = self._events[number].node
        ran = {event.node for event in self._events[: number + 1] if event.is_rule}
        later = (each for event in self._events[number + 1 :] for each in event.sent)
        return [each for each in later if each.use.node == node and each.use.consumer not in ran]

    def _sending(self, number: int) -> Iterator[Statement]:
        event, run = self._events[number], self._runs[number]
        before = run.sent_before(number) if run else frozenset()
        for _, group in groupby(event.sent, key=lambda each: id(each.write)):
            yield self._arrival(event, list(group), before)

    def _arrival(self, event: Event, sent: Sequence[Sent], before: frozenset[UseKey]) -> Statement:
        first = sent[0]
        use, old, new = first.use, first.write.old or 0.0, first.write.new
        values = [each.value for each in sent if each.value is not None]
        if new is None or len(values) < len(sent):
            return arriving.GetsNoNumber(use)
        # What the write did to the number before explains more than the number that it leaves.
        match first.effect, old != 0.0:
            case Effect.CLEARED, True:
                return arriving.Clears(use, old)
            case Effect.REPLACED, True:
                return arriving.Replaces(use, old, new)
        value = total(values)
        right = total(self._right_value(event, each.use) for each in sent)
        if not same(value, right):
            return arriving.GetsOther(use, value, right)
        return arriving.GetsMore(use, value, old) if use in before else arriving.Gets(use, value, old)

    def _left(self, event: Event, number: int) -> Iterator[Statement]:
        for use in self._left_out(number):
            right = self._right_value(event, use)
            if not same(right, 0.0):
                yield arriving.GetsNothing(use, right)

    def _right_value(self, event: Event, use: UseKey) -> float:
        """Return what a right rule sends, with the gradient that this one had."""
        return self._phase.passes.locals[use] * (event.had or 0.0)

    def _left_out(self, number: int) -> list[UseKey]:
        """The operands to which a rule sends nothing, and nobody sees something else write to them later."""
        event, run = self._events[number], self._runs[number]
        if run is None or run.first != number or number == self._stops_at:
            return []
        sent = {use for uses in run.sent.values() for use in uses}
        later = {other.node for other in self._events[number + 1 :] if not other.is_rule}
        uses = (use for use in self._phase.passes.locals if use.consumer == event.node)
        return [use for use in uses if use not in sent and use.node not in later]

    def _late(self, number: int) -> Iterator[Statement]:
        event = self._events[number]
        for node in dict.fromkeys(each.use.node for each in event.sent):
            runs = [n for n, other in enumerate(self._events) if other.is_rule and other.node == node]
            if runs and runs[-1] < number:
                yield arriving.TooLate(node)


@dataclass
class _Run:
    """One run of a rule, which others may interrupt."""

    first: int
    """The event with which it begins."""
    sent: dict[int, frozenset[UseKey]]
    """The contributions that it sends, by event."""

    def sent_before(self, number: int) -> frozenset[UseKey]:
        """The contributions that it has sent when an event begins."""
        return frozenset(use for at, uses in self.sent.items() if at < number for use in uses)


def _runs(phase: PassPhase, events: Sequence[Event]) -> Iterator[_Run | None]:
    """The run of each event; None where a gradient is set outside of any.

    A rule that calls others before it has sent all goes on later. One that sends the same twice in a row, and
    to another operand nothing, has not run twice.
    """
    open_runs: dict[str, _Run] = {}
    for number, event in enumerate(events):
        if not event.is_rule:
            yield None
            continue
        uses = frozenset(each.use for each in event.sent)
        run = open_runs.get(event.node)
        if run is None or not _goes_on(run, uses, number, phase, event):
            run = open_runs[event.node] = _Run(number, {})
        run.sent[number] = uses
        yield run


def _goes_on(run: _Run, uses: frozenset[UseKey], number: int, phase: PassPhase, event: Event) -> bool:
    before = run.sent_before(number)
    if before.isdisjoint(uses):
        return True
    of_node = {use for use in phase.passes.locals if use.consumer == event.node}
    return number - 1 in run.sent and before != of_node
