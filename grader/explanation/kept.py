"""Tells which contributions a node held: by its writes, or by the one choice of them that adds up to it.

Where neither decides, nothing is said.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_

from grader.compare import Quantity
from grader.explanation.comparison import Comparison
from grader.explanation.flow import Flow, Use
from grader.finding import Contribution, Write

_MOST_PARTS = 12
"""The most parts of a sum of which each choice is tried."""

Kept = Mapping[Use, bool | None]
Parts = dict[Use, float]


def contributions(seen: Comparison, flow: Flow, kept: Kept) -> Iterator[Contribution]:
    """Yield the contributions to each node with a wrong gradient, consumer by consumer."""
    names, gradients = seen.program.nodes, seen.expected.gradients
    for use in flow.uses():
        if use.node in seen.wrong_gradients:
            yield Contribution(
                node=names[use.node],
                consumer=names[use.consumer],
                slot=use.slot,
                local=use.local,
                arriving=gradients[use.consumer],
                value=use.value,
                kept=kept[use],
            )


def kept_contributions(seen: Comparison, flow: Flow, writes: Sequence[Write]) -> dict[Use, bool | None]:
    """Return for each use whether the node's gradient has its contribution; None if that is unknown."""
    replay = _WriteReplay(seen, flow, writes)
    kept: dict[Use, bool | None] = {}
    for node, uses in enumerate(flow.by_node):
        if node in seen.wrong_gradients:
            are_kept = replay.kept(node) or _kept_by_sum(seen, uses)
        else:
            are_kept = [True if seen.got(node) is not None else None] * len(uses)
        kept.update(zip(uses, are_kept, strict=True))
    return kept


def _kept_by_sum(seen: Comparison, uses: Sequence[Use]) -> Sequence[bool | None]:
    """Return which uses are kept, by the sums that make what the node held.

    What flowed is the local derivative times the gradient that the consumer held. A class may keep no
    gradients in the middle: where that explains nothing, the right contributions are tried.
    """
    held = seen.held(uses[0].node) if uses else None
    if held is None:
        return [None] * len(uses)
    flowed = [_flowed(seen, use) for use in uses]
    if (are_kept := in_sum(flowed, held, seen.rounding)) is not None:
        return [_unless_empty(seen, *each) for each in zip(uses, flowed, are_kept, strict=True)]
    right = [use.value for use in uses]
    return in_sum(right, held, seen.rounding) or [None] * len(uses)


def _flowed(seen: Comparison, use: Use) -> float:
    """Return what came along a use: the local derivative times what the consumer held."""
    arriving = seen.got(use.consumer)
    return use.value if arriving is None else use.local * arriving


def _unless_empty(seen: Comparison, use: Use, flowed: float, kept: bool | None) -> bool | None:  # noqa: FBT001 - a verdict
    """Return False where a consumer that held nothing passed nothing on; else the verdict."""
    if seen.same(flowed, 0.0) and not seen.same(use.value, 0.0):
        return False
    return kept


def in_sum(parts: Sequence[float], total: float, tolerance: float) -> list[bool | None] | None:
    """Return for each part whether it is in every choice of parts that makes the total, or in none of them.

    None for a part that is in some of them. None at all where no choice makes the total, or where the
    parts are too many to try.
    """
    if len(parts) > _MOST_PARTS:
        return None
    sums = [0.0]
    for part in parts:
        sums += [other + part for other in sums]
    off = tolerance * max(abs(total), *map(abs, parts)) if parts else tolerance
    low, high = total - off, total + off
    choices = [choice for choice, value in enumerate(sums) if low <= value <= high]
    if not choices:
        return None
    always, ever = reduce(and_, choices), reduce(or_, choices)
    return [bool(always >> k & 1) if always >> k & 1 == ever >> k & 1 else None for k in range(len(parts))]


class _WriteReplay:
    """A replay, write by write, of what the gradients are made of.

    A write that makes nothing but its own contribution has lost what was there; one that adds keeps it.
    """

    def __init__(self, seen: Comparison, flow: Flow, writes: Sequence[Write]) -> None:
        self._seen = seen
        self._flow = flow
        self._gradients = [seen.got(node) for node in range(len(seen.program.nodes))]
        self._contributions: dict[int, Parts | None] = {}
        index = seen.program.index
        gradient_writes = [w for w in writes if w.quantity is Quantity.GRADIENT and w.node in index]
        for write in reversed(gradient_writes):
            self._gradients[index[write.node]] = write.old
        for write in gradient_writes:
            node = index[write.node]
            self._contributions[node] = self._parts_after(node, write, index.get(write.during or ""))
            self._gradients[node] = write.new

    def kept(self, node: int) -> list[bool | None] | None:
        """Return for each use of a node whether it is in what the node held; None if writes do not tell."""
        contributions, held = self._contributions.get(node), self._seen.held(node)
        if contributions is None or held is None or not self._seen.same(sum(contributions.values()), held):
            return None
        return [self._is_kept(use, contributions.get(use)) for use in self._flow.by_node[node]]

    def _is_kept(self, use: Use, contribution: float | None) -> bool | None:
        """Return whether the contribution of a use is in what its node held; None if that is unknown."""
        if contribution is None:
            return None if self._seen.same(use.value, 0.0) else False
        if not self._seen.same(contribution, _flowed(self._seen, use)):
            return None  # the consumer passed on what it held before its own gradient was complete
        return _unless_empty(self._seen, use, contribution, kept=True)

    def _parts_after(self, node: int, write: Write, during: int | None) -> Parts | None:
        """Return the parts of a gradient after a write; None if they are unknown."""
        before = self._contributions.get(node, {})
        ways: dict[tuple[int, bool], Parts | None] = {}
        for uses in self._uses_written(node, during, before or {}):
            for parts, adds in self._possible_parts(write, before, uses):
                way = uses[0].consumer, adds
                known = way not in ways or before is not None
                ways[way] = ways.get(way, parts) if known else None
        if not ways:
            return {} if before is not None and write.new == 0.0 else None
        return self._agreed(*ways.values())

    def _agreed(self, first: Parts | None, *others: Parts | None) -> Parts | None:
        """Return the parts on which all readings of a write agree; several may fit its numbers."""
        return first if all(self._are_alike(first, other) for other in others) else None

    def _are_alike(self, left: Parts | None, right: Parts | None) -> bool:
        """Whether two readings of a write leave the same parts."""
        if left is None or right is None:
            return left is right
        return self._not_zero(left) == self._not_zero(right)

    def _not_zero(self, parts: Parts) -> set[Use]:
        """Return the uses whose contribution is not zero."""
        return {use for use, contribution in parts.items() if not self._seen.same(contribution, 0.0)}

    def _uses_written(
        self, node: int, during: int | None, before: Collection[Use]
    ) -> Iterator[tuple[Use, ...]]:
        """Yield the uses that a write may belong to: one by one, then all of one consumer together.

        Uses without a write `before` come first. Of two equal contributions of one consumer the first slot is
        taken to be written first.
        """
        uses = [use for use in self._flow.by_node[node] if during is None or use.consumer == during]
        for use in sorted(uses, key=before.__contains__):
            yield (use,)
        for consumer in dict.fromkeys(use.consumer for use in uses):
            together = tuple(use for use in uses if use.consumer == consumer)
            if len(together) > 1:
                yield together

    def _possible_parts(
        self, write: Write, before: Parts | None, uses: Sequence[Use]
    ) -> Iterator[tuple[Parts | None, bool]]:
        """Yield the parts that a write of these uses may leave, and whether it added to those before."""
        arriving = self._gradients[uses[0].consumer]
        if arriving is None or write.new is None:
            return
        contributions = {use: use.local * arriving for use in uses}
        contribution = sum(contributions.values())
        if write.old is not None and self._seen.same(write.new, write.old + contribution):
            yield None if before is None else _with_added(before, contributions), True
        if self._seen.same(write.new, contribution):
            yield contributions, False


def _with_added(before: Parts, contributions: Parts) -> Parts:
    """Return the parts with these contributions added."""
    return before | {use: before.get(use, 0.0) + contribution for use, contribution in contributions.items()}
