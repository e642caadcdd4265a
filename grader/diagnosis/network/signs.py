"""Reads off a play of a network the sign of a fault: in its numbers, and in what the sandbox measured."""

import math
from collections.abc import Callable, Iterator, Sequence

from grader.compare import Wrong
from grader.diagnosis.network.ends import ends_twice
from grader.faults import FaultSign
from grader.harness.wire.messages import MEASURED
from grader.judge import Judged
from grader.sandbox.plays import ValueKind
from grader.sandbox.replies import NetworkSeen
from suites import RATE, Ask, AskedNetwork, NetworkPart
from suites._network import MOVED

_CLOSE = 1e-6
_ENDS: tuple[Callable[[float], float], ...] = (float, math.tanh, lambda z: 1.0 / (1.0 + math.exp(-z)))
"""The functions that the output of a network may have."""
_AN_ENTRY = 1.0
"""The number that is added to each entry of `parameters()`."""
OF_PARAMETERS = (FaultSign.SHARED_WEIGHTS, FaultSign.PARAMETERS_MISSING, FaultSign.PARAMETERS_TWICE)
"""Signs of the parameters themselves, wherever they show."""
_AFTER_PARAMETERS = (Ask.ZERO_GRAD, Ask.TWO_PASSES, Ask.STEP, Ask.TRAINING)
"""Questions that go wrong where `parameters()` is wrong."""
_FOLLOWING = (None, FaultSign.STEP_INCOMPLETE)
"""Signs that follow from what `parameters()` leaves out."""


def signs_of(plays: Sequence[Judged]) -> list[FaultSign | None]:
    """Return the sign that each play shows; what is wrong in `parameters()` also for what follows from it."""
    own = [_own_sign(judged) for judged in plays]
    of_parameters = next((sign for sign in OF_PARAMETERS if sign in own), None)
    if of_parameters is None:
        return own
    lists_nothing = any(map(_lists_nothing, plays))
    elsewhere = {_stopped_at(judged) for judged in plays if _asks(judged) not in _AFTER_PARAMETERS} - {None}

    def follows(judged: Judged, sign: FaultSign | None) -> bool:
        may_follow = _asks(judged) in _AFTER_PARAMETERS and (sign in _FOLLOWING or lists_nothing)
        return may_follow and _stopped_at(judged) not in elsewhere

    pairs = zip(plays, own, strict=True)
    return [of_parameters if follows(judged, sign) else sign for judged, sign in pairs]


def _stopped_at(judged: Judged) -> tuple[int | None, int | None] | None:
    """Return the line and the cell at which an exception stopped a play."""
    problem = judged.observation.problem
    return (problem.line, problem.cell) if problem is not None and problem.type else None


def _lists_nothing(judged: Judged) -> bool:
    """Whether `parameters()` has no parameter: then nothing is cleared, and no step changes anything."""
    network = judged.planned.play.graph.network
    if network is None or network.asks is not Ask.PARAMETERS or judged.observation.network is None:
        return False
    return all(change is not None and abs(change) < _CLOSE for change in _changes(judged, network))


def _asks(judged: Judged) -> Ask | None:
    """Return what is asked of the network."""
    network = judged.planned.play.graph.network
    return network.asks if network is not None else None


def _own_sign(judged: Judged) -> FaultSign | None:
    """Return the sign that a play shows by itself."""
    network, seen = judged.planned.play.graph.network, judged.observation.network
    if network is None or seen is None:
        return None
    if seen.shared and network.asks is not Ask.LOSS:
        return FaultSign.SHARED_WEIGHTS
    if seen.without_pass:
        return FaultSign.NEVER_BACKWARD
    if seen.cleared:
        return FaultSign.CLEARED_BEFORE_STEP
    reader = _READERS.get(network.asks)
    return reader(judged, network, seen) if reader is not None else None


def _sign_of_outputs(_: Judged, network: AskedNetwork, seen: NetworkSeen) -> FaultSign | None:
    """Return the sign of a layer or a bias left out, or of functions that are not right."""
    if seen.are_redrawn:
        return FaultSign.DRAWN_ANEW
    if _has_lost_layer(network, seen):
        return FaultSign.LAYER_WITHOUT_EFFECT
    if any(_lacks_bias_alone(bias, network, seen) for bias in seen.missing):
        return FaultSign.WITHOUT_BIAS
    if ends_twice(seen.measured, deep=network.unit is NetworkPart.NETWORK):
        return FaultSign.APPLIED_TWICE
    return _sign_of_functions(seen) if network.unit is NetworkPart.NETWORK else None


def _lacks_bias_alone(at: int, network: AskedNetwork, seen: NetworkSeen) -> bool:
    """Whether this is the bias of a neuron of which some weight has an effect."""
    kind, neuron = network.parameters[at][0], network.parameters[at][1:]
    weights = f"w{neuron}_" if neuron else "w"
    others = (n for n, name in enumerate(network.parameters) if name.startswith(weights))
    return kind == "b" and not set(seen.missing).issuperset(others)


def _sign_of_functions(seen: NetworkSeen) -> FaultSign | None:
    """Return the sign of no function at all, or of an output that is never negative."""
    if len(seen.measured) <= 2:  # noqa: PLR2004 - the third of `MEASURED` turns the sign
        return None
    if not seen.of_ours and any(_is_of_a_product(seen.measured, end) for end in _ENDS):
        return FaultSign.NEVER_BENDS
    first, opposite = seen.measured[0], seen.measured[2]
    return FaultSign.OUTPUT_NOT_NEGATIVE if first > 0 and opposite == 0 else None


def _has_lost_layer(network: AskedNetwork, seen: NetworkSeen) -> bool:
    """Whether no parameter of some layer has an effect, while one of another layer has."""
    if network.unit is not NetworkPart.NETWORK or len(seen.missing) == len(network.parameters):
        return False
    layers: dict[str, list[bool]] = {}
    for at, name in enumerate(network.parameters):
        layer = name[1:].split("_")[0]  # of `w2_1_3` or `b2_1`
        layers.setdefault(layer, []).append(at in seen.missing)
    return any(map(all, layers.values()))


def _is_of_a_product(measured: Sequence[float], end: Callable[[float], float]) -> bool:
    """Whether the output is that of one weighted sum of weighted sums, with this function at its end."""
    pairs = zip(measured, MEASURED, strict=False)
    return all(_is_close(got, end(one * other)) for got, (one, other) in pairs)


def _changes(judged: Judged, network: AskedNetwork) -> Iterator[float | None]:
    """Yield how much each parameter has changed; None where it holds no number."""
    readings, index = judged.observation.forward, network.program.index
    for name, before in zip(network.parameters, judged.planned.play.inputs, strict=False):
        at = index[f"{MOVED}{name}"]
        kind = ValueKind(readings.kinds[at]) if at < len(readings.kinds) else ValueKind.NODE
        yield readings.values[at] - before if kind.is_number and kind is not ValueKind.NODE else None


def _sign_of_entries(judged: Judged, network: AskedNetwork, _: NetworkSeen) -> FaultSign | None:
    """Return the sign of parameters that are not listed, or listed twice."""
    changes = list(_changes(judged, network))
    if any(change is not None and abs(change) < _CLOSE for change in changes):
        return FaultSign.PARAMETERS_MISSING
    if any(change is not None and change > _AN_ENTRY + _CLOSE for change in changes):
        return FaultSign.PARAMETERS_TWICE
    return None


def _sign_of_step(judged: Judged, network: AskedNetwork, seen: NetworkSeen) -> FaultSign | None:
    """Return the sign of a step that changes nothing, that goes up, or that leaves some as they were."""
    changes = list(_changes(judged, network))
    gradients = judged.planned.play.inputs[len(network.parameters) :]
    if all(change is None or abs(change) < _CLOSE for change in changes):
        return FaultSign.STEP_INCOMPLETE if seen.astray else FaultSign.STEP_WITHOUT_EFFECT
    up = [_is_close(change, RATE * of) for change, of in zip(changes, gradients, strict=False)]
    if all(up):
        return FaultSign.STEPS_UP
    pairs = list(zip(changes, gradients, strict=False))
    down = [_is_close(change, -RATE * of) or _is_close(change, 0.0) for change, of in pairs]
    return FaultSign.STEP_INCOMPLETE if all(down) else None


def _sign_of_loss(judged: Judged, network: AskedNetwork, _: NetworkSeen) -> FaultSign | None:
    """Return the sign of a sum, or half of one, in place of a mean."""
    loss = next((wrong for wrong in judged.wrong if wrong.node == network.program.index["loss"]), None)
    if loss is None or loss.got is None or not loss.expected:
        return None
    factors = (network.samples, network.samples / 2)
    return FaultSign.LOSS_NOT_MEAN if any(_is_close(loss.got / loss.expected, f) for f in factors) else None


def _sign_of_clearing(judged: Judged, network: AskedNetwork, seen: NetworkSeen) -> FaultSign | None:
    """Return the sign of gradients that are all left over."""
    left_over = {wrong.node for wrong in judged.wrong if wrong.got}
    are_all = left_over.issuperset(network.program.index[name] for name in network.parameters)
    return FaultSign.NETWORK_NOT_RESET if are_all and not _has_lost_layer(network, seen) else None


def _sign_of_two_passes(judged: Judged, network: AskedNetwork, seen: NetworkSeen) -> FaultSign | None:
    """Return the sign of gradients that two passes double, of all that they reach; or of a lost layer."""
    if _has_lost_layer(network, seen):
        return FaultSign.LAYER_WITHOUT_EFFECT
    doubled = {wrong.node for wrong in judged.wrong if wrong.got and is_doubled(wrong)}
    values = judged.observation.gradients.values
    rest = {network.program.index[name] for name in network.parameters} - doubled
    reached = any(at >= len(values) or values[at] for at in rest)
    return FaultSign.NETWORK_NOT_RESET if doubled and not reached else None


def is_doubled(wrong: Wrong) -> bool:
    """Whether two passes alike are added up in a gradient."""
    return wrong.got is not None and math.isclose(wrong.got, 2 * wrong.expected, rel_tol=1e-6)


def _is_close(one: float | None, other: float) -> bool:
    """Whether a change is that number but for rounding."""
    return one is not None and math.isclose(one, other, rel_tol=1e-4, abs_tol=_CLOSE)


_READERS: dict[Ask, Callable[[Judged, AskedNetwork, NetworkSeen], FaultSign | None]] = {
    Ask.PARAMETERS: _sign_of_entries,
    Ask.STEP: _sign_of_step,
    Ask.LOSS: _sign_of_loss,
    Ask.ZERO_GRAD: _sign_of_clearing,
    Ask.TWO_PASSES: _sign_of_two_passes,
    Ask.OUTPUTS: _sign_of_outputs,
    Ask.GRADIENTS: _sign_of_outputs,
}
