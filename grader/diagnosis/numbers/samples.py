"""Reads off a play what its first operation did: the upstream gradient, and what the operands got."""

from collections.abc import Callable, Iterator, Sequence

from grader.compare import USUAL, is_right
from grader.expected import expect
from grader.faults import Sample
from grader.sandbox.plays import Observation, Play, PlayStatus, Readings, ValueKind
from suites import PRIMITIVES

Seen = Sequence[tuple[Play, Observation]]
PlayAll = Callable[[Sequence[Play]], Sequence[Observation]]
"""Plays further graphs, with the same edits in force."""


def samples(op: str, seen: Seen) -> Iterator[Sample]:
    """Yield the numbers about the operation, of plays that gave numbers and left their inputs alone."""
    answered = [
        (play, each)
        for play, each in seen
        if each.status is PlayStatus.ANSWERED and not has_changed(each.forward, play, each)
    ]
    keeps = any(
        _kept_gradient(play, each) for play, each in answered if len(play.graph.program.operations) > 1
    )
    for play, each in answered:
        arriving = _kept_gradient(play, each) if keeps else right_upstream(play)
        if arriving:
            yield _sample(op, play, each, arriving)


def without_broken_carriers(seen: Sequence[Sample]) -> list[Sample]:
    """Return the samples without carriers that hand nothing to their operands, where others do."""
    points = {each.operands for each in seen if each.carrier and any(each.received)}
    alive = {each.carrier for each in seen if any(each.received)}
    broken = {each.carrier for each in seen if each.operands in points} - alive
    return [each for each in seen if each.carrier not in broken]


def has_changed(readings: Readings, play: Play, seen: Observation) -> bool:
    """Whether an input holds another number by then; one in single precision was rounded."""
    if seen.status is not PlayStatus.ANSWERED:
        return False
    inputs = zip(readings.values, play.inputs, readings.kinds, strict=False)
    return not all(is_right(got, given, kind, USUAL) for got, given, kind in inputs)


def operands_of(play: Play) -> tuple[float, ...]:
    """Return the numbers that the operation was given."""
    program = play.graph.program
    data = dict(zip(program.inputs, play.inputs, strict=True))
    return tuple(
        data[each] if isinstance(each, str) else float(each) for each in program.operations[0].operands
    )


def right_upstream(play: Play) -> float:
    """Return the right gradient of the result: what is upstream of the operation's rule."""
    return expect(play.graph.program, play.inputs).gradients[len(play.inputs)]


def gradients_of(seen: Observation, count: int) -> tuple[float, ...]:
    """Return the gradients of the first nodes; 0 where a class that begins with None has left that."""
    readings = zip(seen.gradients.values[:count], seen.gradients.kinds, strict=False)
    return tuple(0.0 if kind == ValueKind.NONE else number for number, kind in readings)


def _sample(op: str, play: Play, seen: Observation, arriving: float) -> Sample:
    """Return what one play says of the operation."""
    operands, nodes = operands_of(play), _node_positions(play)
    partials = PRIMITIVES[op].partials(PRIMITIVES[op].forward(*operands), *operands)
    return Sample(
        operands,
        seen.forward.values[len(play.inputs)],
        arriving,
        nodes,
        gradients_of(seen, len(nodes)),
        tuple(partials[node] for node in nodes),
        next((step.op for step in play.graph.program.operations[1:]), ""),
        seen.is_single,
    )


def _kept_gradient(play: Play, seen: Observation) -> float:
    """Return the result's gradient, where the class keeps it."""
    place = len(play.inputs)
    return seen.gradients.values[place] if ValueKind(seen.gradients.kinds[place]).is_number else 0.0


def _node_positions(play: Play) -> tuple[int, ...]:
    """Return which of the operands are nodes."""
    operands = play.graph.program.operations[0].operands
    return tuple(position for position, each in enumerate(operands) if isinstance(each, str))
