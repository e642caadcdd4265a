"""Reads events off the writes of a submission: a rule ran, or a gradient was set outside of any rule."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby, repeat
from typing import NamedTuple

from grader.compare import Quantity
from grader.finding import Explained, Write
from grader.records import Frozen, replace

_CLOSE = 1e-6


class UseKey(NamedTuple):
    """A node as an operand of another."""

    node: str
    consumer: str
    slot: int


class Effect(StrEnum):
    """The effect of a write on the number that was there."""

    STORED = "stored"
    """There was nothing, or 0."""
    ADDED = "added"
    REPLACED = "replaced"
    CLEARED = "cleared"


class Sent(Frozen):
    """A write of a rule."""

    write: Write
    use: UseKey
    value: float | None
    """The number that was sent; None where no number was stored."""
    effect: Effect


class Event(Frozen):
    """A rule ran, or a gradient was set outside of any."""

    node: str
    """The one whose rule ran, or whose gradient was set."""
    is_rule: bool
    had: float | None
    """The gradient of the node when its rule ran."""
    sent: tuple[Sent, ...]
    writes: tuple[Write, ...]

    @property
    def step(self) -> int | None:
        """The step of the graph that it belongs to."""
        return self.writes[0].step

    @property
    def is_seed(self) -> bool:
        """Whether a pass begins with it."""
        return not self.is_rule and self.writes[-1].new not in (None, 0.0)


def _sent_along_one(
    write: Write, uses: Sequence[UseKey], expected: Sequence[float], old: float
) -> Sent | None:
    """Return what a write sent, if it is what one of the uses should get; nothing may be expected of them."""
    for use, contribution in zip(uses, expected, strict=False):
        value, effect = _effect_of(old, write.new, [contribution])
        if value is not None and same(value, contribution):
            return Sent(write, use, value, effect)
    return None


def _place_of(write: Write) -> tuple[int | None, int | None]:
    return write.cell, write.line


def same(one: float, other: float) -> bool:
    """Whether two numbers are one but for rounding."""
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


def total(numbers: Iterable[float]) -> float:
    """Return the sum; it is infinite, or no number, where the numbers of a file are too large to be added."""
    listed = list(numbers)
    try:
        return math.fsum(listed)
    except (OverflowError, ValueError):
        return sum(listed)


class EventReader:
    """Reads events off the writes of gradients, in order."""

    def __init__(self, explained: Explained, locals_: Mapping[UseKey, float]) -> None:
        self._locals, self._root = locals_, explained.root
        self._nodes = names = {node.name: node for node in explained.nodes}
        self._writes = [
            w
            for w in explained.writes
            if w.quantity is Quantity.GRADIENT and w.node in names and not self._stores_what_is_there(w)
        ]
        self._gradients: dict[str, float | None] = {name: node.gradient_got for name, node in names.items()}
        for write in reversed(self._writes):
            self._gradients[write.node] = write.old or 0.0
        self._writes = list(self._without_resets())
        self._writes = list(self._attributed())

    def _without_resets(self) -> Iterator[Write]:
        """Yield the writes; one that only clears what its rule sends to later belongs to no rule."""
        resetting = {_place_of(write) for write in self._writes if write.during is None and write.new == 0.0}
        written = [(write.node, write.step) for write in self._writes]
        number = 0
        for (during, _), group in groupby(self._writes, key=lambda write: (write.during, write.step)):
            run = list(group)
            for position, write in enumerate(run):
                number += 1
                is_cleared = self._is_sent_to_later(during, run, position)
                # A loop over all nodes clears the output too, which is no operand of any rule.
                is_of_all = _place_of(write) in resetting and (write.node, write.step) in written[number:]
                yield replace(write, during=None) if write.new == 0.0 and (is_cleared or is_of_all) else write

    def _is_sent_to_later(self, during: str | None, run: Sequence[Write], position: int) -> bool:
        """Whether a run writes to a node again, and more often than the rule has it as an operand."""
        node = run[position].node
        times = [number for number, other in enumerate(run) if other.node == node]
        operands = self._nodes[during].operands if during in self._nodes else ()
        return times[-1] > position and len(times) > operands.count(node)

    def _stores_what_is_there(self, write: Write) -> bool:
        """Whether a write stores what is there, as in a pass that calls itself with each node's gradient."""
        is_root = write.node == self._root
        return write.during is None and not is_root and write.new is not None and write.old == write.new

    def _attributed(self) -> Iterator[Write]:
        """Yield the writes, each of the rule that it fits.

        A function may hold an operand that is made of the other, and not the result: then the rule at work
        is mistaken for the operand's. What was sent tells them apart.
        """
        gradients = dict(self._gradients)
        sent = {*self._uses_seen_at_work()}
        for write in self._writes:
            uses = [use for use in self._locals if use.node == write.node]
            fitting = [use for use in uses if self._fits(write, use, gradients)]
            others = {*fitting} - sent
            has_own_rule = write.during is None and len(uses) == 1
            # The rule that is said to run fits none of the numbers: another use does, if only one can.
            if (
                write.during not in {use.consumer for use in fitting}
                and len(others) == 1
                and not has_own_rule
            ):
                write = replace(write, during=others.pop().consumer)  # noqa: PLW2901
            sent.update(use for use in fitting if use.consumer == write.during)
            gradients[write.node] = write.new
            yield write

    def _uses_seen_at_work(self) -> Iterator[UseKey]:
        """Return the uses whose rule was seen to write to the node: they need no other write."""
        said = {(write.node, write.during) for write in self._writes}
        return (use for use in self._locals if (use.node, use.consumer) in said)

    def _fits(self, write: Write, use: UseKey, gradients: Mapping[str, float | None]) -> bool:
        """Whether a write may be what the rule of a use sends."""
        had, old = gradients.get(use.consumer), write.old or 0.0
        if not had or write.new is None:
            return False
        contribution = self._locals[use] * had
        return same(write.new, contribution) or same(write.new, old + contribution)

    def events(self) -> Iterator[Event]:
        """Yield the events in the order in which they happened."""
        for group in self._groups():
            during = group[0].during
            if during is None:
                node, had = group[0].node, None
            else:
                node, had = during, self._gradients.get(during)
            sent = tuple(self._sent_by_run(group, had)) if during is not None else ()
            yield Event(node, during is not None, had, sent, tuple(group))
            self._gradients.update((write.node, write.new) for write in group)

    def _groups(self) -> Iterator[list[Write]]:
        """Yield the writes of each run of a rule; each write outside of any run by itself."""
        group: list[Write] = []
        for write in self._writes:
            if group and not self._is_of_same_run(write, group):
                yield group
                group = []
            group.append(write)
        if group:
            yield group

    def _is_of_same_run(self, write: Write, group: Sequence[Write]) -> bool:
        """Whether a write is of the run of a rule that wrote the others."""
        during = write.during
        if during is None or during != group[0].during or write.step != group[0].step:
            return False
        if write.line is not None and all(other.line and other.line < write.line for other in group):
            return True  # a rule that ran anew would begin again at its first line
        uses = self._nodes[during].operands.count(write.node)
        return sum(other.node == write.node for other in group) < uses

    def _sent_by_run(self, group: Sequence[Write], had: float | None) -> Iterator[Sent]:
        """Yield what each write of a run sent, along which use."""
        gradients = dict(self._gradients)
        for write in group:
            consumer = write.during or ""
            slots = [s for s, o in enumerate(self._nodes[consumer].operands) if o == write.node]
            if not slots:
                continue
            of_node = [other for other in group if other.node == write.node]
            place = [id(other) for other in of_node].index(id(write))
            uses = [UseKey(write.node, consumer, slot) for slot in slots]
            mine = [uses[place]] if len(of_node) == len(uses) else uses
            yield from self._sent_along(write, mine, had, gradients.get(write.node) or 0.0)
            gradients[write.node] = write.new

    def _sent_along(
        self, write: Write, uses: Sequence[UseKey], had: float | None, old: float
    ) -> Iterator[Sent]:
        """Yield what the write sent along one use, or along all of them together."""
        locals_ = [self._locals[use] for use in uses]
        expected = [local * had for local in locals_] if had is not None else []
        value, effect = _effect_of(old, write.new, [total(expected), total(locals_)] if expected else ())
        parts: Sequence[float | None] = [value] * len(uses)
        # Where a consumer uses the node twice, the number tells whether one use was written, or both at once.
        if value is not None and len(uses) > 1:
            if expected and same(value, total(expected)):
                parts = expected
            elif single := _sent_along_one(write, uses, expected, old):
                yield single
                return
            else:
                parts = [value / len(uses)] * len(uses)
        yield from map(Sent, repeat(write), uses, parts, repeat(effect))


def _effect_of(old: float, new: float | None, likely: Sequence[float]) -> tuple[float | None, Effect]:
    """Return what a write sent, and its effect on the number before it.

    `likely` is what the rule should send, and what one sends that leaves out its node's gradient.
    """
    if new is None:
        return None, Effect.REPLACED
    if same(old, 0.0):
        return new, Effect.STORED
    for value in likely:
        if same(new, old + value):
            return value, Effect.ADDED
    for value in likely:
        if same(new, value):
            return value, Effect.REPLACED
    if new == 0.0:
        return 0.0, Effect.CLEARED
    return new - old, Effect.ADDED
