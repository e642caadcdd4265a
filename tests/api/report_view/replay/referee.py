"""Checks every statement and every colour of a replay against the numbers of its step.

What is right comes from `expect`, run on the graph up to each of its passes and resets; what was held, from
the writes alone. One rule for each kind of statement; a statement without a rule is an error.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any

from api.report_view.pictures.look import PictureLook
from api.report_view.pictures.text import ATTRIBUTES
from api.report_view.replay import arriving, correct, said
from api.report_view.replay.drawing import look
from api.report_view.replay.moments import ReplayMoment, moments
from grader.compare import Quantity
from grader.expected import expect
from grader.explanation.events import UseKey
from grader.finding import Call, CallKind, Explained, NodeExplained
from suites import PRIMITIVES, Backward, Clear, Operation, Program, Step, ZeroGrad

_CLOSE = 1e-6
_STEPS: Mapping[CallKind, Callable[[str], Step]] = {
    CallKind.BACKWARD: Backward,
    CallKind.CLEAR: Clear,
    CallKind.ZERO_GRAD: ZeroGrad,
}


def complaints(explained: Explained, told: Sequence[ReplayMoment] | None = None) -> list[str]:
    """What a replay says or shows that is not so; of other moments than its own, where they are given."""
    told = moments(explained) if told is None else told
    return list(_Referee(explained, told).complaints()) if told else []


@dataclass
class _Referee:
    explained: Explained
    told: Sequence[ReplayMoment]
    held: dict[str, float | None] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)
    """In this pass, up to this step."""
    right_ran: list[str] = field(default_factory=list)
    """The same of a right class, by what the replay says of it."""
    passes: int = 0

    @cached_property
    def nodes(self) -> Mapping[str, NodeExplained]:
        """By name."""
        return {node.name: node for node in self.explained.nodes}

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Passes and resets."""
        return self.explained.calls or (Call(kind=CallKind.BACKWARD, node=self.explained.root, step=0),)

    # --- The oracle ---

    def gradients(self, calls: Sequence[Call]) -> Mapping[str, float]:
        """What every gradient must be after these passes and resets, all operations done."""
        nodes = self.explained.nodes
        inputs = tuple(node.name for node in nodes if node.op is None)
        operations = [Operation(each.name, each.op, each.operands, each.text) for each in nodes if each.op]
        program = Program(inputs, (*operations, *(_STEPS[call.kind](call.node) for call in calls)))
        found = expect(program, [self.nodes[name].data for name in inputs])
        return dict(zip(program.nodes, found.gradients, strict=True))

    def alone(self, call: Call) -> Mapping[str, float]:
        """What one pass adds."""
        return self.gradients([call])

    def until(self, call: Call) -> Mapping[str, float]:
        """What every gradient must be after it."""
        return self.gradients([each for each in self.calls if each.step <= call.step])

    def before(self, call: Call) -> Mapping[str, float]:
        """What every gradient must be before it."""
        return self.gradients([each for each in self.calls if each.step < call.step])

    def local(self, node: str, consumer: str) -> list[float]:
        """The local derivatives by each use of a node in another."""
        result = self.nodes[consumer]
        if result.op is None:
            return []
        numbers = [self.nodes[o].data if isinstance(o, str) else float(o) for o in result.operands]
        partials = PRIMITIVES[result.op].partials(result.data, *numbers)
        return [part for part, operand in zip(partials, result.operands, strict=True) if operand == node]

    def sending(self, call: Call) -> set[str]:
        """The nodes whose rules have something to send in a pass."""
        return {
            name
            for name, arriving in self.alone(call).items()
            for operand in self.nodes[name].operands
            if isinstance(operand, str) and any(part * arriving for part in self.local(operand, name))
        }

    # --- All steps ---

    def complaints(self) -> Iterator[str]:
        """Step by step."""
        first = next((number for number, each in enumerate(self.told) if each.is_wrong), None)
        if first is None and any(node.wrong_gradient for node in self.explained.nodes):
            yield "no step is wrong"
        self.held = dict(self.told[0].before)
        for number, moment in enumerate(self.told):
            if self._begins(number):
                self.ran, self.right_ran = [], []
            for complaint in (
                *self._ledger(moment),
                *self._statements(number),
                *self._colours(moment, look(self.explained, moment, ATTRIBUTES)),
                *self._marked(number, first),
                *self._at_the_end(number),
            ):
                yield f"step {number + 1}: {complaint}"
        yield from self._all_writes()

    def _statements(self, number: int) -> Iterator[str]:
        moment = self.told[number]
        for statement in (*moment.said, *moment.right):
            if not _RULES[type(statement)](self, number, statement):
                yield f"not so: {statement}"

    def _begins(self, number: int) -> bool:
        return number == 0 or self.told[number].phase is not self.told[number - 1].phase

    def _is_last(self, number: int) -> bool:
        return number + 1 == len(self.told) or self._begins(number + 1)

    def call(self, number: int) -> Call:
        """The pass or reset of a step."""
        phase = self.told[number].phase
        assert phase is not None
        assert phase.call is not None
        return phase.call

    def is_in_call(self, number: int) -> bool:
        """Whether a step belongs to a pass or a reset."""
        phase = self.told[number].phase
        return phase is not None and phase.call is not None

    def earlier(self, number: int) -> list[ReplayMoment]:
        """The steps before this one in its pass."""
        return [each for each in self.told[:number] if each.phase is self.told[number].phase]

    def later(self, number: int) -> list[ReplayMoment]:
        """The steps behind this one in its pass."""
        return [each for each in self.told[number + 1 :] if each.phase is self.told[number].phase]

    def _ledger(self, moment: ReplayMoment) -> Iterator[str]:
        if not _equal(self.held, moment.before):
            yield "it does not begin where the step before it ended"
        for write in moment.writes:
            if write.quantity is Quantity.GRADIENT:
                self.held[write.node] = write.new
        if not _equal(self.held, moment.after):
            yield "it does not end with what was written"

    def _all_writes(self) -> Iterator[str]:
        """No write is left out that changed something."""
        shown = [(write.node, write.new) for moment in self.told for write in moment.writes]
        for write in self.explained.writes:
            is_change = write.quantity is Quantity.GRADIENT and (write.old or 0.0) != (write.new or 0.0)
            if is_change and write.node in self.nodes and (write.node, write.new) not in shown:
                yield f"no step shows that {write.node} became {write.new}"

    def _at_the_end(self, number: int) -> Iterator[str]:
        """At the end of a pass or reset, what is due is what the oracle says."""
        moment = self.told[number]
        is_cut = any(isinstance(each, said.MoreSteps) for each in moment.said)
        is_cut |= any(isinstance(each, said.Stops) for each in moment.said)
        if is_cut or not self._is_last(number) or not self.is_in_call(number):
            return
        call = self.call(number)
        right = self.until(call)
        for name, due in moment.due.items():
            is_judged = self.nodes[name].wrong_gradient or self.nodes[name].op is None
            if is_judged and name != call.node and not same(due, right[name]):
                yield f"{name} should be {due} says the replay, and {right[name]} the oracle"
        if call.kind is CallKind.BACKWARD:
            rest = {
                name for each in moment.right if isinstance(each, correct.RightRest) for name in each.nodes
            }
            if missing := self.sending(call) - {*self.right_ran} - rest:
                yield f"a right pass is said to end without {sorted(missing)}"

    # --- Pictures ---

    def _marked(self, number: int, first: int | None) -> Iterator[str]:
        """What is wrong in a picture, before the first wrong step and at it."""
        moment = self.told[number]
        marks = _marks(look(self.explained, moment, ATTRIBUTES))
        if first is None or number < first:
            yield from (f"it is right, and {each} is marked" for each in marks)
        if number == first and not marks and not any(isinstance(each, _UNDRAWN) for each in moment.said):
            yield "it is the first wrong one, and its picture does not show it"

    def _colours(self, moment: ReplayMoment, picture: PictureLook) -> Iterator[str]:
        call = moment.phase.call if moment.phase else None
        for edge, arrow in picture.arrows.items():
            if arrow.kind == "kept" and call is not None:
                arriving = self.alone(call).get(edge.consumer, 0.0)
                shares = [part * arriving for part in self.local(edge.node, edge.consumer)]
                sent = [each.value for each in moment.sent if tuple(each.use) == tuple(edge)]
                if not any(_is(value, share) for value in sent for share in shares):
                    yield f"the arrow {edge} has the colour of right ones"
            if arrow.kind != "kept" and not arrow.verdict:
                yield f"the arrow {edge} is marked by its colour alone"
            if arrow.verdict.endswith(f" {arrow.label}"):
                yield f"the arrow {edge} is {arrow.label}: {arrow.verdict}"
        for name, box in picture.boxes.items():
            kinds = {row.kind for row in box.rows}
            if "fresh" in kinds and name in moment.off:
                yield f"{name} has the colour of right ones"
            if name in moment.off and not {"should", "got"} <= kinds:
                yield f"{name} is marked by its colour alone"
            should = {row.right for row in box.rows if row.kind == "should"}
            held = {row.right.rpartition(" ")[2] for row in box.rows if row.kind == "got"}
            if name in moment.off and should & held:
                yield f"{name} should be what it is: {should & held}"

    # --- Rules ---

    def wrote(self, number: int, node: str, old: float, new: float | None) -> bool:
        """Whether a write of this step is this one."""
        writes = self.told[number].writes
        return any(w.node == node and _is(w.old or 0.0, old) and _is(w.new, new) for w in writes)

    def went(self, number: int, node: str, old: float, new: float | None) -> bool:
        """Whether a reset of a node changed its gradient so."""
        moment, call = self.told[number], self.call(number)
        is_reset = call.kind is not CallKind.BACKWARD and call.node == node
        return is_reset and _is(moment.before[node] or 0.0, old) and _is(moment.after[node], new)

    def is_share(self, number: int, use: UseKey, value: float) -> bool:
        """Whether it is the local derivative times what the consumer has, by one use or by all."""
        had = self.told[number].before[use.consumer] or 0.0
        parts = [part * had for part in self.local(use.node, use.consumer)]
        return any(_is(value, part) for part in parts) or _is(value, math.fsum(parts))

    def wrong_data(self, number: int, it: said.WrongData) -> bool:
        node = self.nodes[it.node]
        return number == 0 and node.wrong_data and (it.got, it.right) == (node.data_got, node.data)

    def begins(self, number: int, it: said.Begins) -> bool:
        self.passes += 1
        total = sum(call.kind is CallKind.BACKWARD for call in self.calls)
        return (it.number, it.of) == (self.passes, total) and self._begins(number)

    def runs(self, number: int, it: said.Runs | said.RunsAgain) -> bool:
        moment, is_again = self.told[number], it.node in self.ran
        self.ran.append(it.node)
        is_its_rule = moment.node == it.node and all(each.use.consumer == it.node for each in moment.sent)
        is_same = _is(moment.before[it.node] or 0.0, it.had)
        return (
            is_its_rule
            and is_same
            and is_again is isinstance(it, said.RunsAgain)
            and (not is_again or self.sends_again(number))
        )

    def sends_again(self, number: int) -> bool:
        """Whether something is sent along a use along which something was sent before in this pass."""
        before = {each.use for step in self.earlier(number) for each in step.sent}
        return any(each.use in before for each in self.told[number].sent)

    def goes_on(self, number: int, it: said.GoesOn) -> bool:
        return it.node in self.ran and self.told[number].node == it.node and not self.sends_again(number)

    def not_complete(self, number: int, it: said.NotComplete) -> bool:
        later = [each for each in self.later(number) if each.node in it.later]
        rest = sum(each.value or 0.0 for step in later for each in step.sent if each.use.node == it.node)
        is_new = not {*it.later} & {*self.ran}
        return is_new and {each.node for each in later} == {*it.later} and _is(rest, it.rest)

    def had_other(self, number: int, it: said.HadOther) -> bool:
        had = self.told[number].before[it.node] or 0.0
        return _is(it.right, self.alone(self.call(number))[it.node]) and not _is(had, it.right)

    def gets(self, number: int, it: arriving.Gets | arriving.GetsMore) -> bool:
        is_written = self.wrote(number, it.use.node, it.old, it.old + it.value)
        return is_written and self.is_share(number, it.use, it.value)

    def replaces(self, number: int, it: arriving.Replaces) -> bool:
        is_written = it.old != 0 and self.wrote(number, it.use.node, it.old, it.new)
        return is_written and self.is_share(number, it.use, it.new)

    def gets_nothing(self, number: int, it: arriving.GetsNothing) -> bool:
        is_sent = any(each.use == it.use for each in self.told[number].sent)
        later = [write.node for each in self.later(number) if not each.sent for write in each.writes]
        run = takewhile(lambda step: not _runs(step, it.use.consumer), self.later(number))
        is_sent_later = any(each.use == it.use for step in run for each in step.sent)
        is_silent = not is_sent and not is_sent_later and it.use.node not in later
        return it.right != 0.0 and self.is_share(number, it.use, it.right) and is_silent

    def too_late(self, number: int, it: arriving.TooLate) -> bool:
        return it.node in self.ran and not any(_runs(each, it.node) for each in self.later(number))

    def never_runs(self, number: int, it: said.NeverRuns) -> bool:
        steps = [each for each in self.told if each.phase is self.told[number].phase]
        return self._is_last(number) and not any(_runs(each, node) for each in steps for node in it.nodes)

    def ends(self, number: int, it: said.Ends | said.EndsWrong) -> bool:
        node, held = self.nodes[it.node], self.told[number].after[it.node]
        if number + 1 < len(self.told):
            return False
        if isinstance(it, said.Ends):
            return not self.explained_is_wrong and (
                node.gradient_got is None or _is(node.gradient_got, it.got)
            )
        if it.is_data:
            return node.wrong_data and (it.got, it.right) == (node.data_got, node.data)
        right = self.gradients(self.calls)[it.node]
        return _is(held or 0.0, it.got or 0.0) and same(it.right, right) and same(node.gradient, right)

    @cached_property
    def explained_is_wrong(self) -> bool:
        return any(node.wrong_data or node.wrong_gradient for node in self.explained.nodes)

    def right_run(self, number: int, it: correct.RightRun) -> bool:
        call = self.call(number)
        alone, base = self.alone(call), self.before(call)
        consumers = {each.name for each in self.explained.nodes if it.node in each.operands}
        is_ready = consumers & self.sending(call) <= {*self.right_ran} and it.node not in self.right_ran
        self.right_ran.append(it.node)
        ran = self.right_ran
        arrived = {
            name: [part * alone[consumer] for consumer in ran for part in self.local(name, consumer)]
            for name in it.values
        }
        return is_ready and all(
            same(value, base[name] + math.fsum(arrived[name])) for name, value in it.values.items()
        )


def _runs(moment: ReplayMoment, node: str) -> bool:
    return any(isinstance(each, said.Runs | said.RunsAgain) and each.node == node for each in moment.said)


def _marks(picture: PictureLook) -> list[str]:
    boxes = [name for name, box in picture.boxes.items() if "wrong" in box.kinds]
    return [*boxes, *(str(edge) for edge, arrow in picture.arrows.items() if arrow.kind != "kept")]


def _equal(one: Mapping[str, float | None], other: Mapping[str, float | None]) -> bool:
    return all(_is(one[name], other[name]) for name in one)


def _is(one: float | None, other: float | None) -> bool:
    return one == other if one is None or other is None else same(one, other)


def same(one: float, other: float) -> bool:
    """Whether two numbers are one but for rounding."""
    return math.isclose(one, other, rel_tol=_CLOSE, abs_tol=_CLOSE)


_UNDRAWN = (
    said.Stops
    | said.NoRuleRuns
    | said.NeverRuns
    | said.RunsAgain
    | said.NotOfThisPass
    | said.HadOther
    | said.NotComplete
)
"""Nothing that is drawn is wrong by then: a rule runs when it should not, or does not when it should."""

_Rule = Callable[[_Referee, int, Any], bool]

_RULES: Mapping[type[said.Statement], _Rule] = {
    said.WrongData: _Referee.wrong_data,
    said.StartsWith: lambda r, n, it: it.held != 0 and _is(r.told[n].before[it.node], it.held),
    said.Resets: lambda r, n, it: r.went(n, it.node, it.old, 0.0),
    said.ResetsNothing: lambda r, n, it: it.held != 0 and r.went(n, it.node, it.held, it.held),
    said.ResetsToOther: lambda r, n, it: it.new != 0 and r.went(n, it.node, it.old, it.new),
    said.ChangesData: lambda r, n, it: it.old != it.new and r.wrote(n, it.node, it.old, it.new),
    said.Begins: _Referee.begins,
    said.Seeds: lambda r, n, it: r.held[it.node] == 1.0 and it.node == r.call(n).node,
    said.SeedsOther: lambda r, _, it: r.held[it.node] == it.new != 1.0,
    said.Sets: lambda r, n, it: r.wrote(n, it.node, it.old, it.new),
    said.SetsOther: lambda r, n, it: r.wrote(n, it.node, it.old, it.new) and not _is(it.new, it.right),
    said.Runs: _Referee.runs,
    said.RunsAgain: _Referee.runs,
    said.GoesOn: _Referee.goes_on,
    said.NotOfThisPass: lambda r, n, it: r.alone(r.call(n))[it.node] == 0.0,
    said.NotComplete: _Referee.not_complete,
    said.HadOther: _Referee.had_other,
    arriving.Gets: _Referee.gets,
    arriving.GetsMore: lambda r, n, it: r.gets(n, it) and r.sends_again(n),
    arriving.GetsOther: lambda r, n, it: not same(it.value, it.right) and r.is_share(n, it.use, it.right),
    arriving.GetsNoNumber: lambda r, n, it: r.told[n].after[it.use.node] is None,
    arriving.GetsNothing: _Referee.gets_nothing,
    arriving.Replaces: _Referee.replaces,
    arriving.Clears: lambda r, n, it: it.old != 0 and r.wrote(n, it.use.node, it.old, 0.0),
    arriving.TooLate: _Referee.too_late,
    said.NoRuleRuns: lambda r, n, _: not any(each.sent for each in (r.told[n], *r.later(n))),
    said.NeverRuns: _Referee.never_runs,
    said.MoreSteps: lambda _r, _n, it: it.number > 1,
    said.Stops: lambda r, n, _: r.explained.stopped and n + 1 == len(r.told),
    said.Ends: _Referee.ends,
    said.EndsWrong: _Referee.ends,
    correct.RightStart: lambda r, n, it: it.node == r.call(n).node and not r.right_ran,
    correct.RightRun: _Referee.right_run,
    correct.RightReset: lambda r, n, it: it.node == r.call(n).node and r.until(r.call(n))[it.node] == 0.0,
    correct.RightRest: lambda r, _, it: not {*it.nodes} & {*r.right_ran},
    correct.RightEnd: lambda r, n, _: r.sending(r.call(n)) <= {*r.right_ran},
    correct.RightNothing: lambda r, n, _: not r.is_in_call(n),
}
"""For each kind of statement whether it is so."""
