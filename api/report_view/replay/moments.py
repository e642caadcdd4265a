"""The moments of a replay: what a submission did at once, what is said of it, and which numbers are right.

A number is right by the contributions that the rules which ran so far should have sent. So a step is called
wrong where it does something wrong, and not where an earlier step did.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from api.report_view.replay import arriving, correct, said
from api.report_view.replay.said import Statement
from api.report_view.replay.steps_of_a_rule import RuleTeller
from grader.compare import Quantity
from grader.explanation.events import Event, Sent, UseKey, same
from grader.explanation.passes import Passes
from grader.explanation.phases import PassPhase, phases
from grader.finding import Call, Explained, NodeExplained, Write
from grader.records import Frozen, replace

MOST_STEPS = 24
_MOST_STARTING = 3
"""Nodes whose gradients are said to be there before the pass."""

_WRONG_CONTRIBUTIONS = (
    arriving.GetsOther,
    arriving.Replaces,
    arriving.Clears,
    arriving.GetsNoNumber,
)

Numbers = Mapping[str, float | None]


class ReplayMoment(Frozen, dict=True):
    """A moment of a replay: a rule runs, a gradient is set, or data is changed."""

    said: tuple[Statement, ...]
    right: tuple[Statement, ...]
    """The statements about what a correct class does there."""
    phase: PassPhase | None
    node: str
    """The node whose rule ran, or whose gradient was set."""
    writes: tuple[Write, ...]
    sent: tuple[Sent, ...]
    before: Numbers
    after: Numbers
    """The gradient of each node, as the submission has it."""
    due: Mapping[str, float]
    """The right gradient of each node by now; nodes without a known one are left out."""
    data: Numbers
    """The data of each node."""

    @property
    def is_wrong(self) -> bool:
        """Whether something is done here that a right class does not do."""
        return any(each.is_wrong for each in self.said) or bool(self.newly_off)

    @property
    def wrong_writes(self) -> tuple[Write, ...]:
        """The writes of which something wrong is said."""
        uses = {each.use for each in self.said if isinstance(each, _WRONG_CONTRIBUTIONS)}
        changed = {each.node for each in self.said if isinstance(each, said.ChangesData)}
        sent = [each.write for each in self.sent if each.use in uses]
        data = [each for each in self.writes if each.quantity is Quantity.DATA and each.node in changed]
        return (*sent, *data)

    @property
    def resets_nothing(self) -> bool:
        """Whether it is a reset after which the gradient is not 0."""
        return any(isinstance(each, said.ResetsNothing | said.ResetsToOther) for each in self.said)

    @property
    def off(self) -> frozenset[str]:
        """The nodes whose gradient is wrong now."""
        return frozenset(name for name, right in self.due.items() if not _is(self.after[name], right))

    @cached_property
    def written(self) -> frozenset[str]:
        """The nodes whose gradient was written in this moment."""
        return frozenset(each.node for each in self.writes if each.quantity is Quantity.GRADIENT)

    @property
    def newly_off(self) -> frozenset[str]:
        """The nodes whose gradient is wrong now and was written in this moment."""
        return self.off & self.written


def moments(explained: Explained) -> tuple[ReplayMoment, ...]:
    """Return all moments; none if the writes do not show what rules sent."""
    passes = Passes(explained)
    if not passes.is_traced:
        return ()
    if any(_is_stored_in_the_end(phase) for phase in phases(passes) if phase.is_pass):
        return ()
    told = list(_Teller(passes).moments())
    if not any(moment.writes for moment in told):
        return ()
    return tuple(_ended(told, explained))


def _is_stored_in_the_end(phase: PassPhase) -> bool:
    """Whether a pass stores its gradients when it has all of them: then writes do not show its rules."""
    first = next((event for event in phase.events if event.is_rule or event.writes[-1].new), None)
    return first is not None and not first.is_rule and first.node != phase.root


class _Teller:
    """Goes through the phases with two ledgers: what the submission holds, and what it should."""

    def __init__(self, passes: Passes) -> None:
        self._passes = passes
        self._nodes = passes.nodes
        self._held = _first_gradients(passes)
        self._due: dict[str, float] = dict.fromkeys(self._nodes, 0.0)
        changes = [write for phase in phases(passes) for write in phase.data_writes]
        self._data = _first_data(passes.explained, changes)
        self._changes_data = bool(changes)
        self._unknown = self._of_conventions()

    def _of_conventions(self) -> set[str]:
        """The nodes whose gradients may be others than they should be; none where Python stops."""
        if self._passes.explained.stopped:
            return set()
        return {name for name, node in self._nodes.items() if _is_convention(node)}

    def moments(self) -> Iterator[ReplayMoment]:
        """Yield the first wrong data, then what each phase does: building the graph, a reset or a pass."""
        found = phases(self._passes)
        if forward := self._wrong_forward():
            yield self._moment(None, forward.node, [forward], [])
        total = sum(phase.is_pass for phase in found)
        number = 0
        for phase in found:
            if phase.is_pass:
                number += 1
                begins = [said.Begins(number, total)] if total > 1 else []
                yield from self._pass(phase, [*begins, *(self._starting(phase) if number == 1 else ())])
            elif phase.call is None:
                yield from self._built(phase)
            else:
                yield from self._reset(phase, phase.call)

    def _moment(
        self,
        phase: PassPhase | None,
        node: str,
        told: Sequence[Statement],
        right: Sequence[Statement],
        event: Event | None = None,
        *,
        writes: Sequence[Write] = (),
    ) -> ReplayMoment:
        """A moment; the ledger of the submission is brought up to date."""
        before = dict(self._held)
        written = (*(event.writes if event else ()), *writes)
        for write in written:
            (self._held if write.quantity is Quantity.GRADIENT else self._data)[write.node] = write.new
        due = {name: right for name, right in self._due.items() if name not in self._unknown}
        sent = event.sent if event else ()
        return ReplayMoment(
            tuple(told),
            tuple(right),
            phase,
            node,
            written,
            sent,
            before,
            dict(self._held),
            due,
            dict(self._data),
        )

    def _wrong_forward(self) -> said.WrongData | None:
        """The first data that was computed wrong."""
        if self._changes_data:
            return None
        node = next((node for node in self._nodes.values() if node.wrong_data), None)
        return said.WrongData(node.name, node.data_got, node.data) if node else None

    def _starting(self, phase: PassPhase) -> Iterator[Statement]:
        """Yield a statement for each gradient that exists before the first pass."""
        there = [
            (name, held)
            for name, held in self._held.items()
            if held and name in phase.right and name not in self._unknown
        ]
        yield from (said.StartsWith(name, held) for name, held in there[:_MOST_STARTING])

    # --- Resets ---

    def _reset(self, phase: PassPhase, call: Call) -> Iterator[ReplayMoment]:
        node = call.node
        writes = [write for event in phase.events for write in event.writes]
        told = [self._left_by_reset(call, writes), *map(_changed, phase.data_writes)]
        # A reset may reach the whole graph: then those of its other nodes come later, and find nothing.
        for name in {node, *(write.node for write in writes if write.new == 0.0)}:
            self._due[name] = 0.0
        writes += phase.data_writes
        if self._held[node] or writes:
            yield self._moment(phase, node, told, [correct.RightReset(node)], writes=writes)

    def _left_by_reset(self, call: Call, writes: Sequence[Write]) -> Statement:
        """The statement about the gradient that a reset leaves in its node."""
        node = call.node
        old, own = self._held[node] or 0.0, [write.new for write in writes if write.node == node]
        new = own[-1] if own else self._held[node]
        if new is not None and same(new, 0.0):
            return said.Resets(call, node, old)
        if own and (new is None or not same(old, new)):
            return said.ResetsToOther(call, node, old, new)
        return said.ResetsNothing(call, node, new)

    # --- Passes ---

    def _pass(self, phase: PassPhase, begins: Sequence[Statement]) -> Iterator[ReplayMoment]:
        shown = [event for event in phase.events if not _does_nothing(event)]
        base = dict(self._due)
        right = _RightPass(phase, base)
        stops = self._passes.explained.stopped and phase == phases(self._passes)[-1]
        rules = RuleTeller(phase, shown, stops=stops)
        if not shown and phase.call is not None:
            self._complete(phase, base)
            yield self._moment(phase, phase.root, [*begins, said.NoRuleRuns(phase.call)], right.rest())
        self._due[phase.root] = base[phase.root] + 1.0
        for number, event in enumerate(shown):
            told = list(begins) if number == 0 else []
            changes = self._changes(phase, event, is_first=number == 0)
            told += self._at_event(phase, event, rules, number)
            told += map(_changed, changes)
            beside = right.at(event, begins=rules.begins(number))
            if event is shown[-1]:
                beside += right.rest()
                # A pass that an exception stopped has not sent all contributions: they are not due yet.
                told += [] if stops else self._end(phase, base)
            yield self._moment(phase, event.node, told, beside, event, writes=changes)

    def _at_event(
        self, phase: PassPhase, event: Event, rules: RuleTeller, number: int
    ) -> Sequence[Statement]:
        if not event.is_rule:
            return [self._setting(phase, event, rules)]
        self._count(rules.counted(number), phase)
        return rules.told(number)

    def _end(self, phase: PassPhase, base: Mapping[str, float]) -> Sequence[Statement]:
        self._complete(phase, base)
        return [said.NeverRuns(phase.never_ran)] if phase.never_ran else []

    def _changes(self, phase: PassPhase, event: Event, *, is_first: bool) -> list[Write]:
        """The data that is changed behind an event, or before the first."""
        number = next(n for n, each in enumerate(phase.events) if each is event)
        earlier = [each for at in range(-1, number) for each in phase.changes.get(at, ())] if is_first else []
        return [*earlier, *phase.changes.get(number, ())]

    def _complete(self, phase: PassPhase, base: Mapping[str, float]) -> None:
        """Make due all that a pass should have added by its end."""
        for name, added in phase.right.items():
            root_is_one = name == phase.root and self._due[name] == 1.0
            self._due[name] = 1.0 if root_is_one else base[name] + added
        self._unknown = self._of_conventions()

    def _count(self, uses: Sequence[UseKey], phase: PassPhase) -> None:
        for use in uses:
            self._due[use.node] += phase.right_contribution(use)

    def _built(self, phase: PassPhase) -> Iterator[ReplayMoment]:
        """Gradients are set or data is changed while a graph is built."""
        right = [correct.RightNothing()]
        for event in phase.events:
            if not _does_nothing(event):
                yield self._moment(phase, event.node, [self._compared(event.writes[-1])], right, event)
        for write in phase.data_writes:
            yield self._moment(phase, write.node, [_changed(write)], [], writes=[write])

    def _setting(self, phase: PassPhase, event: Event, rules: RuleTeller) -> Statement:
        """A gradient is set outside of any rule: a pass begins, or a rule that nobody saw wrote it."""
        write = event.writes[-1]
        if write.node == phase.root and write.new and not rules.ran_before(event):
            if not same(write.new, 1.0):
                return said.SeedsOther(write.node, write.new)
            self._due[write.node] = 1.0
            return said.Seeds(write.node)
        if write.new != 0.0 or not write.old:
            self._count_unseen(phase, write, rules)
        return self._compared(write)

    def _count_unseen(self, phase: PassPhase, write: Write, rules: RuleTeller) -> None:
        """Make due what a rule that nobody saw may have written: the number tells which use it stands for."""
        added = (write.new or 0.0) - (write.old or 0.0)
        pending = rules.pending(write.node)
        fitting = next((use for use in pending if same(phase.right_contribution(use), added)), None)
        if fitting is not None:
            rules.count(fitting)
            self._count([fitting], phase)
        elif pending:
            self._unknown.add(write.node)

    def _compared(self, write: Write) -> Statement:
        due, old = self._due[write.node], write.old or 0.0
        if write.new is not None and (write.node in self._unknown or same(write.new, due)):
            return said.Sets(write.node, old, write.new)
        return said.SetsOther(write.node, old, write.new, due)


def _first_gradients(passes: Passes) -> dict[str, float | None]:
    """The gradients before the first write: a report has only the last, from which the writes are undone."""
    stopped = passes.explained.stopped
    held = {name: 0.0 if stopped else node.gradient_got for name, node in passes.nodes.items()}
    for event in reversed(passes.events):
        held.update((write.node, write.old or 0.0) for write in reversed(event.writes))
    return held


def _first_data(explained: Explained, changes: Sequence[Write]) -> dict[str, float | None]:
    """The data before these changes."""
    data = {node.name: node.data if explained.stopped else node.data_got for node in explained.nodes}
    return data | {write.node: write.old for write in reversed(changes)}


class _RightPass:
    """A correct pass that runs beside the events of the submission."""

    def __init__(self, phase: PassPhase, base: Mapping[str, float]) -> None:
        self._phase = phase
        self._held = dict(base)
        self._left = list(phase.right_order)
        self._has_begun = False

    def at(self, event: Event, *, begins: bool) -> list[Statement]:
        """The statements for an event; none where a rule goes on that began before."""
        if event.is_rule:
            return [*self._begin(), self._run()] if begins else []
        return self._begin() if event.node == self._phase.root else []

    def rest(self) -> list[Statement]:
        """The statement about the rules that are left in the end."""
        begin = self._begin()
        left = [
            node for node in self._left if any(map(self._phase.right_contribution, self._phase.uses_by(node)))
        ]
        return [*begin, correct.RightRest(tuple(left))] if left else begin

    def _begin(self) -> list[Statement]:
        if self._has_begun:
            return []
        self._has_begun = True
        return [correct.RightStart(self._phase.root)]

    def _run(self) -> Statement:
        if not self._left:
            return correct.RightEnd()
        node = self._left.pop(0)
        values: dict[str, float] = {}
        for use in self._phase.uses_by(node):
            self._held[use.node] += self._phase.right_contribution(use)
            values[use.node] = self._held[use.node]
        return correct.RightRun(node, values)


def _ended(moments: list[ReplayMoment], explained: Explained) -> Iterator[ReplayMoment]:
    """Yield the moments with the last step, and not too many before it."""
    last = moments[-1]
    if len(moments) > MOST_STEPS:
        more = len(moments) - MOST_STEPS + 1
        writes = tuple(write for moment in moments[MOST_STEPS - 1 :] for write in moment.writes)
        before = moments[MOST_STEPS - 1].before
        last = replace(last, said=(said.MoreSteps(more),), writes=writes, sent=(), right=(), before=before)
    yield from moments[: MOST_STEPS - 1] if len(moments) > MOST_STEPS else moments[:-1]
    yield replace(last, said=(*last.said, _end(explained)))


def _changed(write: Write) -> Statement:
    return said.ChangesData(write.node, write.old or 0.0, write.new)


def _end(explained: Explained) -> Statement:
    if explained.stopped:
        return said.Stops()
    for node in explained.nodes:
        if node.wrong_gradient:
            return said.EndsWrong(node.name, node.gradient_got, node.gradient)
    for node in explained.nodes:
        if node.wrong_data:
            return said.EndsWrong(node.name, node.data_got, node.data, is_data=True)
    first = explained.nodes[0]
    return said.Ends(first.name, first.gradient if first.gradient_got is None else first.gradient_got)


def _is_convention(node: NodeExplained) -> bool:
    """Whether a gradient that is not right is not wrong either: that of a node in the middle."""
    return not node.wrong_gradient and not _is(node.gradient_got, node.gradient)


def _is(held: float | None, right: float) -> bool:
    return held is not None and same(held, right)


def _does_nothing(event: Event) -> bool:
    """Whether a gradient is only set to the 0 that it was, as when a node is made."""
    return not event.is_rule and not any(write.old or write.new for write in event.writes)
