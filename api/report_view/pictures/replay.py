"""A backward pass write by write, as data for a page to step through: what was done beside what is right."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypedDict

from api.report_view.numbers import short
from api.report_view.one_line import one_line
from api.words.replay import Meaning, meaning
from grader.compare import Quantity
from grader.finding import Explained, Write

MOST_STEPS = 200

_CLOSE = 1e-9


class ReplayWrite(TypedDict):
    """One write."""

    node: str
    """As a reader knows it."""
    quantity: str
    old: float | None
    new: float | None
    line: int | None
    cell: int | None
    function: str | None
    during: str | None
    """The node whose rule was at work, as a reader knows it."""
    kind: str
    """What it did, as an id."""
    means: str


class Step(TypedDict):
    """What was done, and what a right pass does there."""

    number: int
    done: ReplayWrite | None
    right: ReplayWrite | None
    same: bool


class GradientState(TypedDict):
    """A gradient after a step."""

    node: str
    got: float | None
    right: float | None
    changed: bool


def steps(explained: Explained) -> list[Step]:
    """All steps of both passes, side by side where they write to the same node; at most `MOST_STEPS`."""
    done = _all_done(explained, explained.writes[:MOST_STEPS])
    right = _all_done(explained, _right(explained)[:MOST_STEPS])
    pairs = list(_beside(done, right))[:MOST_STEPS]
    return [
        Step(number=number, done=one, right=other, same=_is_same(one, other))
        for number, (one, other) in enumerate(pairs, 1)
    ]


def standings(told: Sequence[Step]) -> list[list[GradientState]]:
    """After each step, every gradient that was written so far in either pass."""
    got: dict[str, float | None] = {}
    right: dict[str, float | None] = {}
    after = []
    for step in told:
        for side, state in ((step["done"], got), (step["right"], right)):
            if side is not None and side["quantity"] == Quantity.GRADIENT:
                state[side["node"]] = side["new"]
        changed = {side["node"] for side in (step["done"], step["right"]) if side is not None}
        after.append(
            [
                GradientState(node=node, got=got.get(node), right=right.get(node), changed=node in changed)
                for node in dict.fromkeys([*right, *got])
            ]
        )
    return after


def meanings(explained: Explained, writes: Sequence[Write]) -> Iterator[Meaning]:
    """What each write of a pass did, by what its rule had to contribute at that time."""
    gradients: dict[str, float] = {}
    shares = _Shares(explained)
    for write in writes:
        arriving = gradients.get(write.during or "")
        parts = shares.of(write.node, write.during, arriving) if arriving is not None else []
        yield _meaning(write, parts, is_root=write.node == explained.root)
        if write.quantity is Quantity.GRADIENT and write.new is not None:
            gradients[write.node] = write.new


class _Shares:
    """The local derivatives of each use, from what a right pass writes."""

    def __init__(self, explained: Explained) -> None:
        self._locals: dict[tuple[str, str | None], list[float]] = {}
        gradients = {node.name: node.gradient for node in explained.nodes}
        for write in explained.right_writes:
            arriving = gradients.get(write.during or "")
            if arriving and write.old is not None and write.new is not None:
                found = self._locals.setdefault((write.node, write.during), [])
                found.append((write.new - write.old) / arriving)

    def of(self, node: str, during: str | None, arriving: float) -> list[float]:
        """What one use of a node, or all of them together, contribute to its gradient."""
        found = self._locals.get((node, during), [])
        return [local * arriving for local in ([*found, sum(found)] if len(found) > 1 else found)]


def _meaning(write: Write, parts: Sequence[float], *, is_root: bool) -> Meaning:
    if write.new is None or write.quantity is not Quantity.GRADIENT:
        return Meaning.CHANGED
    if is_root and write.new == 1.0 and write.during is None:
        return Meaning.SEEDED
    return _change_of(write.old or 0.0, write.new, parts)


def _change_of(old: float, new: float, parts: Sequence[float]) -> Meaning:
    fits = {
        Meaning.SAME: _close(old, new),
        Meaning.FIRST: old == 0.0,
        Meaning.ADDED: any(_close(new, old + part) for part in parts),
        Meaning.REPLACED: any(_close(new, part) for part in parts),
        Meaning.CLEARED: new == 0.0,
    }
    return next((meaning for meaning, does_fit in fits.items() if does_fit), Meaning.CHANGED)


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _all_done(explained: Explained, writes: Sequence[Write]) -> list[ReplayWrite]:
    texts = {node.name: one_line(node.text) for node in explained.nodes}
    return [
        ReplayWrite(
            node=texts.get(write.node, write.node),
            quantity=write.quantity.value,
            old=_finite(write.old),
            new=_finite(write.new),
            line=write.line,
            cell=write.cell,
            function=write.function,
            during=texts.get(write.during, write.during) if write.during else None,
            kind=what.value,
            means=meaning(what, _short(write.old), _short(write.new), _change(write)),
        )
        for write, what in zip(writes, meanings(explained, writes), strict=True)
    ]


def _right(explained: Explained) -> Sequence[Write]:
    """The right pass, in the order of the one that was seen where that is a right one too."""
    order = _in_order_of(explained.writes, explained.right_writes)
    return _added_up(order) if _is_complete(order) else explained.right_writes


def _in_order_of(seen: Sequence[Write], right: Sequence[Write]) -> list[Write]:
    """The same writes, first those that were seen."""
    left: dict[tuple[object, ...], list[Write]] = {}
    for write in right:
        left.setdefault(_key(write), []).append(write)
    order = [found.pop(0) for write in seen if (found := left.get(_key(write)))]
    return [*order, *(write for write in right if any(write is other for other in left[_key(write)]))]


def _key(write: Write) -> tuple[object, ...]:
    return write.node, write.quantity, write.during


def _is_complete(order: Sequence[Write]) -> bool:
    """Whether each rule works only when its own node's gradient has come together."""
    left = Counter(write.node for write in order)
    for write in order:
        if left[write.during or ""]:
            return False
        left[write.node] -= 1
    return True


def _added_up(order: Sequence[Write]) -> list[Write]:
    gradients: dict[str, float] = {}
    writes = []
    for write in order:
        old = gradients.get(write.node, 0.0)
        gradients[write.node] = new = old + (write.new or 0.0) - (write.old or 0.0)
        writes.append(write.model_copy(update={"old": old, "new": new}))
    return writes


def _finite(number: float | None) -> float | None:
    """JSON has no other numbers."""
    return number if number is not None and math.isfinite(number) else None


def _short(number: float | None) -> str:
    return "" if number is None else short(number)


def _change(write: Write) -> str:
    return short((write.new or 0.0) - (write.old or 0.0))


def _beside(
    done: Sequence[ReplayWrite], right: Sequence[ReplayWrite]
) -> Iterator[tuple[ReplayWrite | None, ReplayWrite | None]]:
    """Steps that write to the same node stand beside each other, as far as the order allows."""
    ours, theirs = ([(each["node"], each["quantity"]) for each in side] for side in (done, right))
    for tag, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(done[a:b], right[c:d], strict=True)
        else:
            yield from ((each, None) for each in done[a:b])
            yield from ((None, each) for each in right[c:d])


def _is_same(one: ReplayWrite | None, other: ReplayWrite | None) -> bool:
    """Whether both leave the same number."""
    if one is None or other is None or one["new"] is None or other["new"] is None:
        return False
    return _close(one["new"], other["new"])
