"""What the rule of each operation does, told from numbers alone: which formula gives what an operand got.

Numbers have no style: a closure, a table of lambdas and an object for each operation are asked alike. The
operation is played between inputs and a node that hands it different gradients.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from grader.diagnosis.numbers import probes
from grader.diagnosis.numbers.contributions import (
    LEAST,
    RIGHT,
    faults_of,
    is_lost_below_the_output,
    is_nothing,
    is_sent_elsewhere,
)
from grader.diagnosis.numbers.nearness import Near, is_near
from grader.diagnosis.numbers.samples import (
    PlayAll,
    Seen,
    gradients_of,
    has_changed,
    operands_of,
    right_upstream,
    samples,
    without_broken_carriers,
)
from grader.expected import expect
from grader.faults import FaultSign, Layer, Sample, has_sign, load, signed
from grader.sandbox.plays import Play, PlayStatus
from grader.sandbox.replies import Offers
from suites import BINARY, OPERATIONS, PRIMITIVES, Suite

_EVERYWHERE = 3
"""Operations from which on the same fault in all of them is one fault."""
_CARRIERS = ("+", "*", "/")
"""The operations by which others are played: these make operands, and use results."""
_REFLECTED = (1,)
"""The operands that are nodes where a plain number stands on the left."""
_ABOUT_NUMBERS = (
    FaultSign.NOTHING_ARRIVES, FaultSign.DATA_CHANGED, FaultSign.SENT_ELSEWHERE, FaultSign.OTHER_GRADIENT,
    FaultSign.NOT_ALL_MULTIPLIED, FaultSign.NEARLY_RIGHT,
)  # fmt: skip


def is_vague(fault: str) -> bool:
    """Whether a fault says no more than that some factor is wrong."""
    return load()[fault].layer is Layer.UNARY or has_sign(fault, FaultSign.NOT_ALL_MULTIPLIED)


def shows_in_one_operation(fault: str) -> bool:
    """Whether one operation's numbers speak of a fault."""
    return bool(load()[fault].sends) or is_vague(fault) or has_sign(fault, *_ABOUT_NUMBERS)


class Behaviour(NamedTuple):
    """The behaviour of one operation that does something wrong, as far as its numbers tell."""

    operation: str | None
    """None where it is wrong in all of them."""
    faults: tuple[str, ...]
    """The faults that its numbers fit; more than one where nothing tells them apart."""
    operand: int | None = None
    is_reflected: bool = False
    """Whether it is wrong only with a plain number on the left."""

    @property
    def is_right(self) -> bool:
        """Whether its numbers are right: then its only fault is `RIGHT`, which is none."""
        return self.faults == RIGHT


MadeOf = Mapping[str, frozenset[str]]
"""The operations that each operation may be made of."""
MAY_BE_MADE_OF: MadeOf = {op: primitive.made_of for op, primitive in PRIMITIVES.items()}


def made_of(surveyed: Offers) -> MadeOf:
    """Return what each operation is made of, as its lines show it; what it may be, where they do not."""
    used = {each.operation: each.uses for each in surveyed.rules if each.defines and not each.reflected}
    return {op: parts.intersection(used.get(op, parts)) for op, parts in MAY_BE_MADE_OF.items()}


_Suites = Callable[[str], Iterable[Suite]]
_Tell = Callable[[str, Seen], Behaviour | None]


def behaviour_of(operation: str, play_all: PlayAll, parts: MadeOf) -> Behaviour | None:
    """Return what is wrong with one operation, or with all of them; None where nothing is."""
    if operation not in PRIMITIVES:
        return None  # a sandbox may say anything
    wrong = behaviours(play_all, {operation, *PRIMITIVES[operation].made_of}, parts)
    return next((each for each in wrong if each.operation in (operation, None)), None)


def behaviours(
    play_all: PlayAll, wanted: Collection[str] = OPERATIONS, parts: MadeOf = MAY_BE_MADE_OF
) -> list[Behaviour]:
    """Return what is wrong with which operations; those that only use a wrong one are left out.

    First the wanted operations and the carriers are played. If these are all wrong, so may the rest be, by
    the same fault: then all are played.
    """
    first = [op for op in OPERATIONS if op in wanted or op in _CARRIERS]
    by_operation = _first_wrong(first, probes.between_nodes, _between_nodes, play_all)
    if not _some_are_right(by_operation):
        by_operation |= _first_wrong(
            [op for op in OPERATIONS if op not in first], probes.between_nodes, _between_nodes, play_all
        )
    if not _is_everywhere(by_operation):
        by_operation |= _behaviour_elsewhere(by_operation, wanted, play_all)
    wrong = _lost_by_themselves({op: each for op, each in by_operation.items() if not each.is_right})
    own = [each for op, each in wrong.items() if not _uses_a_wrong_one(op, wrong, parts)]
    return _common_fault(own) if _is_everywhere(by_operation) else [each for each in own if each.faults]


def _first_wrong(
    operations: Iterable[str], suites: _Suites, tell: _Tell, play_all: PlayAll
) -> dict[str, Behaviour]:
    """Return each operation's behaviour in its suites, all played at once: the first that is not right."""
    by_operation: dict[str, Behaviour] = {}
    asked = [(op, suite) for op in operations for suite in suites(op)]
    for op, seen in _played_at_once(asked, play_all):
        # A later suite counts only where it agrees, or where nothing was wrong before.
        before, each = by_operation.get(op), tell(op, seen)
        if each is not None and (before is None or before.is_right):
            by_operation[op] = each
        elif each is not None and before is not None and before.faults == each.faults:
            by_operation[op] = each._replace(is_reflected=False)
    return by_operation


def _played_at_once(asked: Iterable[tuple[str, Suite]], play_all: PlayAll) -> Iterator[tuple[str, Seen]]:
    """Yield each operation with what was seen in its suite, where anything was."""
    plays = [(op, probes.plays_of(suite)) for op, suite in asked]
    every = [play for _, of_suite in plays for play in of_suite]
    observations = iter(play_all(every) if every else ())
    for op, of_suite in plays:
        if seen := list(zip(of_suite, observations, strict=False)):
            yield op, seen


def _behaviour_elsewhere(
    by_operation: Mapping[str, Behaviour], wanted: Collection[str], play_all: PlayAll
) -> dict[str, Behaviour]:
    """Return what shows only with operands that have a gradient before, are numbers, one node, or results."""
    more = dict(by_operation)
    binary = [op for op in BINARY if op in wanted]
    if _is_right(more, "+") and _is_right(more, "*"):
        more |= _first_wrong(("+", "*"), probes.of_results, _with_results, play_all)
    silent = _with_little_said(more, {*wanted, "*"})
    more |= _first_wrong(
        silent,
        probes.with_gradients_before,
        lambda op, seen: _with_gradients_before(by_operation[op], seen),
        play_all,
    )
    if not _is_right(more, "*"):
        return more
    # An operation that fails between nodes may give numbers beside a plain one.
    not_wrong = [op for op in binary if op not in more or _is_right(more, op)]
    more |= _first_wrong(not_wrong, probes.with_a_number, _with_a_number, play_all)
    more |= _first_wrong(_right_ones(more, binary), probes.of_one_node, _with_one_node, play_all)
    others = [op for op in _right_ones(more, wanted) if op != "*"]
    return more | _first_wrong(others, probes.of_results, _with_results, play_all)


def _is_right(by_operation: Mapping[str, Behaviour], operation: str) -> bool:
    """Whether an operation is right, and so may be a carrier of others."""
    return operation in by_operation and by_operation[operation].is_right


def _right_ones(by_operation: Mapping[str, Behaviour], operations: Collection[str]) -> list[str]:
    """Return the operations, of these, whose behaviour is right."""
    return [op for op in by_operation if op in operations and _is_right(by_operation, op)]


def _with_little_said(by_operation: Mapping[str, Behaviour], wanted: Collection[str]) -> list[str]:
    """Return operations whose numbers say little, where the carrier that plays them is right itself."""
    carriers = {op: by_operation.get("/" if op == "*" else "*") for op in by_operation if op in wanted}
    right = [op for op, carrier in carriers.items() if carrier is not None and carrier.is_right]
    return [op for op in right if by_operation[op].faults in _SAYS_LITTLE]


_SAYS_LITTLE = (
    RIGHT,
    signed(FaultSign.SENDS_NOTHING),
    signed(FaultSign.SENDS_TWICE),
    signed(FaultSign.NOTHING_ARRIVES),
)


def _is_everywhere(by_operation: Mapping[str, Behaviour]) -> bool:
    """Whether every operation that was asked is wrong."""
    return len(by_operation) >= _EVERYWHERE and not _some_are_right(by_operation)


def _lost_by_themselves(wrong: Mapping[str, Behaviour]) -> Mapping[str, Behaviour]:
    """Return the behaviours without operands that + and * lose alike: the pass does not come to these."""
    lost = {
        op for op, each in wrong.items() if has_sign(next(iter(each.faults), ""), FaultSign.NOTHING_BELOW)
    }
    sides = {wrong[op].operand for op in lost}
    if not lost.issuperset(("+", "*")) or len(sides) > 1 or None in sides:
        return wrong
    return {op: each for op, each in wrong.items() if op not in lost}


def _some_are_right(by_operation: Mapping[str, Behaviour]) -> bool:
    """Whether some operation that was asked is right."""
    return any(each.is_right for each in by_operation.values())


def _common_fault(wrong: Sequence[Behaviour]) -> list[Behaviour]:
    """Return one fault that is in every operation; none of an operation where they share none."""
    common = [fault for fault in wrong[0].faults if all(fault in each.faults for each in wrong)]
    named = tuple(
        fault
        for fault in common
        if not has_sign(fault, FaultSign.NOTHING_ARRIVES, FaultSign.NOT_ALL_MULTIPLIED)
    )
    return [Behaviour(None, named)] if named else []


def _uses_a_wrong_one(op: str, wrong: Mapping[str, Behaviour], parts: MadeOf) -> bool:
    """Whether an operation may be made of a wrong one; of two made of each other, the vaguer is."""
    if wrong[op].faults == signed(FaultSign.ONE_NODE):
        return False
    used = parts[op] & set(wrong)
    return any(op not in parts[other] or _says_less(wrong[op], wrong[other]) for other in used)


def _says_less(one: Behaviour, other: Behaviour) -> bool:
    """Whether the faults of one behaviour are vaguer; of two alike, those of a difference."""
    vague, other_vague = (all(map(is_vague, each.faults)) for each in (one, other))
    return (vague and not other_vague) or (vague == other_vague and one.operation == "-")


def _between_nodes(op: str, seen: Seen) -> Behaviour | None:
    """Return the behaviour of one operation; None where it gave no numbers to tell it by."""
    first, answer = seen[0]
    if has_changed(answer.forward, first, answer):
        return Behaviour(op, signed(FaultSign.OPERAND_CHANGED))
    if has_changed(answer.data, first, answer):
        return Behaviour(op, signed(FaultSign.DATA_CHANGED))
    asked = without_broken_carriers(list(samples(op, seen)))
    return _with_swapped_operands(_fitting_behaviour(op, asked), asked)


def _with_a_number(op: str, seen: Seen) -> Behaviour | None:
    """Return the behaviour with a plain number beside a node: classes often have other code for that."""
    with_number = list(samples(op, seen))
    behaviour = _with_swapped_operands(_fitting_behaviour(op, with_number), with_number)
    return None if behaviour is None or behaviour.is_right else behaviour


def _with_swapped_operands(behaviour: Behaviour | None, asked: Sequence[Sample]) -> Behaviour | None:
    """Name swapped operands, where a plain number stands on the left."""
    if behaviour is None or asked[0].nodes != _REFLECTED:
        return behaviour
    faults = behaviour.faults
    if faults == signed(FaultSign.WRONG_DATA) and _computes_swapped(str(behaviour.operation), asked):
        faults = signed(FaultSign.SWAPPED_DATA)
    return behaviour._replace(faults=faults, is_reflected=True)


def _computes_swapped(op: str, with_number: Iterable[Sample]) -> bool:
    """Whether each result is that of the operands the other way round."""
    forward = PRIMITIVES[op].forward
    return all(
        is_near(each.result, forward(*each.operands[::-1]), single=each.is_single) for each in with_number
    )


def _with_one_node(op: str, seen: Seen) -> Behaviour | None:
    """Return the behaviour where both operands are one node, if a contribution is lost there."""
    got = [
        (gradients_of(each, 1)[0], right_upstream(play), _right_slopes(op, play))
        for play, each in seen
        if each.status is PlayStatus.ANSWERED
    ]
    near = partial(is_near, single=seen[0][1].is_single)
    if len(got) < LEAST or all(near(number, (x + y) * arriving) for number, arriving, (x, y) in got):
        return None
    is_lost = any(
        all(near(number, times * slopes[side] * arriving) for number, arriving, slopes in got)
        for times in (1, 2)
        for side in (0, 1)
    )
    return Behaviour(op, signed(FaultSign.ONE_NODE)) if is_lost else None


def _with_results(op: str, seen: Seen) -> Behaviour | None:
    """Return the behaviour if nothing comes on to what an operand was made of."""
    count = len(seen[0][0].inputs) - 1
    got = [gradients_of(each, count) for _, each in seen if each.status is PlayStatus.ANSWERED]
    lost = [i for i in range(count) if got and all(numbers[i] == 0.0 for numbers in got)]
    if not lost:
        return None
    faults = signed(FaultSign.NOTHING_BELOW, FaultSign.OPERAND_RULE_REPLACED)
    return Behaviour(op, faults, lost[0] if len(lost) < count else None)


def _right_slopes(op: str, play: Play) -> tuple[float, ...]:
    """Return the right derivatives at the operands of a play."""
    operands = operands_of(play)
    return PRIMITIVES[op].partials(PRIMITIVES[op].forward(*operands), *operands)


def _with_gradients_before(behaviour: Behaviour, all_seen: Seen) -> Behaviour | None:
    """Return the behaviour, with what the rule made of gradients that its operands had before."""
    play, seen = all_seen[0]
    if seen.status is not PlayStatus.ANSWERED:
        return None
    near = partial(is_near, single=seen.is_single)
    got = gradients_of(seen, len(play.inputs))
    before, local, arriving = _before(play)
    lost = [i for i, now in enumerate(got) if near(now, local[i] * arriving)]
    # A gradient that is only the new contribution has lost the one from before.
    if behaviour.is_right and lost:
        return _as_overwritten(behaviour, lost, len(got))
    if _adds_to_another(got, before, [slope * arriving for slope in local], near):
        return behaviour._replace(faults=signed(FaultSign.OTHER_GRADIENT))
    if behaviour.is_right:
        return None
    return _as_mixed_up(behaviour, got, before, local, arriving, near)


def _as_mixed_up(
    behaviour: Behaviour,
    got: Sequence[float],
    before: Sequence[float],
    local: Sequence[float],
    arriving: float,
    near: Near,
) -> Behaviour | None:
    """Return the behaviour, if a gradient from before came into the product with the local derivative."""
    mixed_up = signed(FaultSign.FACTORS_MIXED_UP)
    by_other = [was + other * arriving for was, other in zip(before, before[::-1], strict=True)]
    if behaviour.operation == "*" and any(map(near, got, by_other)):
        return behaviour._replace(faults=mixed_up)
    by_itself = [was + slope * was for was, slope in zip(before, local, strict=True)]
    return behaviour._replace(faults=mixed_up[::-1]) if any(map(near, got, by_itself)) else None


def _adds_to_another(
    got: Sequence[float], before: Sequence[float], contributions: Sequence[float], near: Near
) -> bool:
    """Whether an operand has what the other had, before or after its contribution, and its own one."""
    if len(got) == 1:
        return False
    others = [(before[1 - i], before[1 - i] + contributions[1 - i]) for i in (0, 1)]
    return any(near(got[i], other + contributions[i]) for i in (0, 1) for other in others[i])


def _before(play: Play) -> tuple[list[float], tuple[float, ...], float]:
    """Return the operands' gradients before the rule runs, right local derivatives, the upstream gradient."""
    first, expected = play.graph.program.operations[0], expect(play.graph.program, play.inputs)
    arriving = expected.gradients[len(play.inputs)]
    local = _right_slopes(first.op, play)[: len(play.inputs)]
    before = [right - slope * arriving for right, slope in zip(expected.gradients, local, strict=False)]
    return before, local, arriving


def _as_overwritten(behaviour: Behaviour, lost: Sequence[int], count: int) -> Behaviour:
    """Return the behaviour of a rule that replaces the gradients of these operands."""
    return behaviour._replace(
        faults=signed(FaultSign.REPLACED), operand=lost[0] if len(lost) == 1 < count else None
    )


def _fitting_behaviour(op: str, seen: Sequence[Sample]) -> Behaviour | None:
    """Return the behaviour that the samples of an operation fit; None for too few."""
    if len(seen) < LEAST or len({round(sample.arriving, 9) for sample in seen}) < LEAST - 1:
        return None
    faults = _faults_of_all_operands(op, seen)
    return Behaviour(op, faults) if faults else _behaviour_of_operands(op, seen)


def _faults_of_all_operands(op: str, seen: Sequence[Sample]) -> tuple[str, ...]:
    """Return the faults of the result, or of what all operands get."""
    operands = range(len(seen[0].nodes))
    if _is_wrong_somewhere(op, seen):
        return signed(FaultSign.WRONG_DATA)
    if all(is_nothing(seen, operand) for operand in operands):
        return signed(FaultSign.NOTHING_ARRIVES)
    if is_lost_below_the_output(seen):
        return signed(FaultSign.NOTHING_BELOW, FaultSign.OPERAND_RULE_REPLACED)
    return signed(FaultSign.SENT_ELSEWHERE) if len(operands) > 1 and is_sent_elsewhere(op, seen) else ()


def _behaviour_of_operands(op: str, seen: Sequence[Sample]) -> Behaviour:
    """Return the behaviour with a fault in the contribution of one operand, or of both in the same way."""
    nodes = seen[0].nodes
    operands = range(len(nodes))
    named = {nodes[i]: faults_of(op, i, seen) for i in operands}
    wrong = {node: faults for node, faults in named.items() if faults is not RIGHT}
    if not wrong:
        return Behaviour(op, RIGHT)
    return Behaviour(
        op, _faults_in_common(list(wrong.values())), next(iter(wrong)) if len(wrong) == 1 else None
    )


def _is_wrong_somewhere(op: str, seen: Iterable[Sample]) -> bool:
    """Whether the result is wrong for some operands, whatever is made of it."""
    results: dict[tuple[float, ...], list[bool]] = {}
    for sample in seen:
        right = PRIMITIVES[op].forward(*sample.operands)
        is_right = is_near(sample.result, right, single=sample.is_single)
        results.setdefault(sample.operands, []).append(is_right)
    return not all(map(any, results.values()))


def _faults_in_common(wrong: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the faults of both operands; none where each has its own."""
    return tuple(fault for fault in wrong[0] if all(fault in faults for faults in wrong))
