"""Compares what a network gave with what is right, by the functions that stand at the ends of its neurons.

A course may use tanh, relu or sigmoid, and leave the last layer without one. Which it is was measured in the
sandbox, by outputs for weights that we chose; what is right with these functions is computed here.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.compare import Quantity, Wrong, tolerance_of, wrong_at
from grader.diagnosis.network.ends import ends_once, ends_twice
from grader.expected import Expected, expect
from grader.judge import Judged
from grader.plan import Planned
from grader.records import replace
from grader.sandbox.plays import Observation, PlayStatus, Readings, ValueKind
from grader.sandbox.replies import NetworkSeen, Problem, ProblemKind
from suites import EPOCHS, RATE, Activation, Ask, AskedNetwork, NetworkPart
from suites._network import MOVED

_CLOSE = 1e-6
_NODE, _OTHER = bytes([ValueKind.NODE]), bytes([ValueKind.OTHER])


class Known(NamedTuple):
    """Slips of a network that cost points in one graph: in others they are taken as they are."""

    absent: frozenset[int] = frozenset()
    """Parameters without effect."""
    listed: tuple[int, ...] = ()
    """How often `parameters()` lists each; empty for once."""


_NOTHING = Known()

_ANY_OUTPUT = (Activation.TANH, Activation.SIGMOID, Activation.LINEAR)
_ACCEPTED = [
    (hidden, output)
    for hidden in (Activation.TANH, Activation.RELU, Activation.SIGMOID)
    for output in _ANY_OUTPUT
]
"""The functions in the hidden layers and in the last one: with relu there, a network is never negative."""
_WHATEVER = (Ask.ZERO_GRAD, Ask.TWO_PASSES, Ask.PARAMETERS, Ask.STEP, Ask.TRAINING)
"""Questions that are not about what the network computes: a slip in that costs nothing there."""


def judge_network(planned: Planned, observation: Observation) -> Judged:
    """Compare one play of a network."""
    network, seen = planned.play.graph.network, observation.network
    if observation.status is not PlayStatus.ANSWERED or network is None or seen is None:
        return Judged(planned, observation)
    variants = list(_variants(network, seen))
    if not variants:
        problem = Problem(kind=ProblemKind.NETWORK_UNSEEN, operation="activation")
        return Judged(planned, replace(observation, status=PlayStatus.NOT_APPLICABLE, problem=problem))
    wrong = min((_wrong(planned, observation, variant, seen) for variant in variants), key=_misfit)
    if wrong and network.unit is NetworkPart.LOSS and not _is_of_squares(planned, network, seen, wrong):
        problem = Problem(kind=ProblemKind.NETWORK_UNSEEN, operation="loss")
        return Judged(planned, replace(observation, status=PlayStatus.NOT_APPLICABLE, problem=problem))
    return Judged(planned, observation, wrong)


def _is_of_squares(
    planned: Planned, network: AskedNetwork, seen: NetworkSeen, wrong: Sequence[Wrong]
) -> bool:
    """Whether a wrong loss is one of squares: its data is, it says so, or it calls their sum a mean."""
    first = wrong[0]
    if first.quantity is Quantity.GRADIENT:
        return True
    times = first.got / first.expected if first.got is not None and first.expected else 0.0
    is_a_sum = any(
        math.isclose(times, each, rel_tol=_CLOSE) for each in (network.samples, network.samples / 2)
    )
    return seen.says_squares or (seen.says_mean and is_a_sum) or _is_of_some(planned, network, first.got)


def _is_of_some(planned: Planned, network: AskedNetwork, loss: float | None) -> bool:
    """Whether a loss is the sum or the mean of the first or the last squares, and leaves out the others."""
    count, numbers = network.samples, planned.play.inputs
    squares = [(one - other) ** 2 for one, other in zip(numbers[:count], numbers[count:], strict=True)]
    some = [part for at in range(1, count) for part in (squares[:at], squares[at:])]
    sums = [sum(part) / divisor for part in some for divisor in (1, count, len(part))]
    return loss is not None and any(math.isclose(loss, each, rel_tol=_CLOSE) for each in sums)


def right_network(planned: Planned, observation: Observation) -> AskedNetwork | None:
    """Return the network that a play is compared with: it has the functions with which fewest is wrong."""
    network, seen = planned.play.graph.network, observation.network
    if network is None or seen is None:
        return None
    variants = _variants(network, seen)
    return min(variants, key=lambda each: _misfit(_wrong(planned, observation, each, seen)), default=None)


def _misfit(wrong: Sequence[Wrong]) -> tuple[bool, int]:
    """Return how badly numbers fit: right data beats fewer wrong numbers, of which gradients are many."""
    return any(each.quantity is Quantity.DATA for each in wrong), len(wrong)


@lru_cache(maxsize=4096)
def right_values(network: AskedNetwork, inputs: tuple[float, ...], known: Known = _NOTHING) -> Expected:
    """Return the right values of a network at these inputs, given what is known of it."""
    absent, count = known.absent, len(network.parameters)
    listed = known.listed or (1,) * count
    numbers = [0.0 if at in absent else number for at, number in enumerate(inputs)]
    if network.asks is Ask.STEP:  # a parameter that is listed twice is moved twice
        numbers[count:] = [times * gradient for times, gradient in zip(listed, numbers[count:], strict=True)]
    for _ in range(EPOCHS if network.asks is Ask.TRAINING else 0):
        gradients = expect(network.program, numbers).gradients
        for at in range(count):
            numbers[at] -= 0.0 if at in absent else listed[at] * RATE * gradients[at]
    return expect(network.program, numbers)


def _variants(network: AskedNetwork, seen: NetworkSeen) -> Iterator[AskedNetwork]:
    """Yield the network with the functions that it may have; nothing where it has others."""
    if network.unit is NetworkPart.LOSS:
        yield network
        if not seen.says_mean:
            yield from (network.with_divisor(divisor) for divisor in (1, 2, 2 * network.samples))
        return
    if network.asks in (Ask.ZERO_GRAD, Ask.PARAMETERS, Ask.STEP):
        yield network
        return
    for hidden, output in _functions(network, seen):
        yield network.with_activations(hidden, output)


def _functions(network: AskedNetwork, seen: NetworkSeen) -> Sequence[tuple[Activation, Activation]]:
    """Return the functions of the hidden layers and of the output that a network may have."""
    fitting = _fitting(network, seen)
    # A number of its own in the sum, as a bias that is no node, is in all that was measured.
    if seen.measured and (fitting or not seen.missing):
        return fitting
    return _ACCEPTED if network.unit is NetworkPart.NETWORK else [(end, end) for end in Activation]


def _fitting(network: AskedNetwork, seen: NetworkSeen) -> list[tuple[Activation, Activation]]:
    """The functions that give what was measured; in place of one that no right network has, the nearest."""
    is_deep = network.unit is NetworkPart.NETWORK
    pairs = ends_once(seen.measured, deep=is_deep)
    if network.asks in _WHATEVER or _are_of_ours(pairs, seen):
        return pairs
    if not seen.our_functions:
        pairs = pairs or ends_twice(seen.measured, deep=is_deep)
    if not is_deep:
        return pairs
    return [pair for pair in pairs if pair in _ACCEPTED] or list(map(_nearest, pairs[:1]))


def _are_of_ours(pairs: Sequence[tuple[Activation, Activation]], seen: NetworkSeen) -> bool:
    """Whether the functions come of the way in which we put layers together."""
    return seen.free_ends or (seen.of_ours and (Activation.LINEAR, Activation.LINEAR) in pairs)


def _nearest(pair: tuple[Activation, Activation]) -> tuple[Activation, Activation]:
    """Return the functions of the right network that is most like one with these."""
    hidden, output = pair
    return (
        Activation.TANH if hidden is Activation.LINEAR else hidden,
        Activation.LINEAR if output is Activation.RELU else output,
    )


def _wrong(
    planned: Planned, observation: Observation, network: AskedNetwork, seen: NetworkSeen
) -> list[Wrong]:
    """The numbers that do not pass; gradients only where the data is right."""
    known = _known(network, seen)
    expected = right_values(network, planned.play.inputs, known)
    left_out = known.absent | {at for at, times in enumerate(known.listed) if not times}
    skipped = {start + network.parameters[at] for at in left_out for start in ("", MOVED)}
    nodes, right = planned.play.graph.program.index, network.program.index
    tolerance = tolerance_of(planned.play.suite)
    data = [(nodes[n], expected.data[right[n]]) for n in network.judged_data if n not in skipped]
    moved = network.asks in (Ask.PARAMETERS, Ask.STEP, Ask.TRAINING)
    readings = _without_nodes(observation.forward) if moved else observation.forward
    if wrong := wrong_at(data, readings, tolerance, Quantity.DATA):
        return wrong
    gradients = [
        (nodes[n], expected.gradients[right[n]]) for n in network.judged_gradients if n not in skipped
    ]
    wrong = wrong_at(gradients, observation.gradients, tolerance, Quantity.GRADIENT)
    if network.asks is Ask.ZERO_GRAD:
        kinds = observation.gradients.kinds
        wrong = [each for each in wrong if kinds[each.node] != ValueKind.NONE]
    return wrong


def _known(network: AskedNetwork, seen: NetworkSeen) -> Known:
    """The slips that cost points in another graph, where that is all the same here; not if they are many."""
    count = len(network.parameters)
    if network.asks not in _WHATEVER:
        return _NOTHING
    missing = frozenset(at for at in seen.missing if at < count)
    listed = seen.listed if network.asks is not Ask.PARAMETERS and len(seen.listed) == count else ()
    if 2 * len(missing) > count or 2 * listed.count(0) > count:
        return _NOTHING
    return Known(missing, listed)


def _without_nodes(readings: Readings) -> Readings:
    """Return the readings of data that was set, where a node is no number any more."""
    return replace(readings, kinds=readings.kinds.replace(_NODE, _OTHER))
