"""The sign of a fault that one play of a network shows, read off its numbers and what the sandbox measured."""

import math
from collections.abc import Iterator, Sequence

from grader.faults import FaultSign
from grader.judge import Judged
from grader.sandbox.base import NetworkSeen, ValueKind
from suites import RATE, Ask, Network, Unit

_CLOSE = 1e-6
_AN_ENTRY = 1.0
"""What is added to each entry of `parameters()`."""
_OF_PARAMETERS = (FaultSign.SHARED_WEIGHTS, FaultSign.PARAMETERS_MISSING, FaultSign.PARAMETERS_TWICE)
_AFTER_PARAMETERS = (Ask.ZERO_GRAD, Ask.TWO_PASSES, Ask.STEP, Ask.TRAINING)
"""Questions that go wrong where `parameters()` is wrong."""


def signs_of(plays: Sequence[Judged]) -> list[FaultSign | None]:
    """Return the sign that each play shows; of what follows from a sign of `parameters()`, that one."""
    own = [_own_sign(judged) for judged in plays]
    shown = next((sign for sign in _OF_PARAMETERS if sign in own), None)
    return [
        shown if shown is not None and sign is None and _asks(judged) in _AFTER_PARAMETERS else sign
        for judged, sign in zip(plays, own, strict=True)
    ]


def _asks(judged: Judged) -> Ask | None:
    network = judged.planned.play.graph.network
    return network.asks if network is not None else None


def _own_sign(judged: Judged) -> FaultSign | None:
    network, seen = judged.planned.play.graph.network, judged.observation.network
    if network is None or seen is None:
        return _of_a_problem(judged)
    if seen.shared and network.asks is not Ask.LOSS:
        return FaultSign.SHARED_WEIGHTS
    match network.asks:
        case Ask.PARAMETERS:
            return _of_entries(list(_changes(judged, network)))
        case Ask.STEP:
            return _of_a_step(judged, network)
        case Ask.LOSS:
            return _of_a_loss(judged, network)
        case Ask.ZERO_GRAD | Ask.TWO_PASSES:
            return FaultSign.NETWORK_NOT_RESET if _is_everywhere(judged, network) else None
        case Ask.OUTPUTS | Ask.GRADIENTS:
            return _of_outputs(network, seen)
    return None


def _of_a_problem(judged: Judged) -> FaultSign | None:
    """A step after which a parameter holds no number may raise in what comes later."""
    return FaultSign.STEP_WITHOUT_EFFECT if _asks(judged) is Ask.STEP else None


def _of_outputs(network: Network, seen: NetworkSeen) -> FaultSign | None:
    biases = {at for at, name in enumerate(network.parameters) if name.startswith("b")}
    if biases.intersection(seen.missing):
        return FaultSign.WITHOUT_BIAS
    if network.unit is Unit.NETWORK and len(seen.measured) > 2:  # noqa: PLR2004 - the one with a minus
        first, _, opposite = seen.measured[:3]
        return FaultSign.OUTPUT_NOT_NEGATIVE if first > 0 and opposite == 0 else None
    return None


def _changes(judged: Judged, network: Network) -> Iterator[float | None]:
    """Yield how much each parameter has changed; None where it holds no number."""
    readings, index = judged.observation.forward, network.program.index
    for name, before in zip(network.parameters, judged.planned.play.inputs, strict=False):
        at = index[f"new_{name}"]
        is_number = at < len(readings.kinds) and ValueKind(readings.kinds[at]).is_number
        yield readings.values[at] - before if is_number else None


def _of_entries(changes: Sequence[float | None]) -> FaultSign | None:
    if any(change is not None and abs(change) < _CLOSE for change in changes):
        return FaultSign.PARAMETERS_MISSING
    if any(change is not None and change > _AN_ENTRY + _CLOSE for change in changes):
        return FaultSign.PARAMETERS_TWICE
    return None


def _of_a_step(judged: Judged, network: Network) -> FaultSign | None:
    changes = list(_changes(judged, network))
    gradients = judged.planned.play.inputs[len(network.parameters) :]
    if all(change is None or abs(change) < _CLOSE for change in changes):
        return FaultSign.STEP_WITHOUT_EFFECT
    up = [_is_close(change, RATE * g) for change, g in zip(changes, gradients, strict=False)]
    return FaultSign.STEPS_UP if all(up) else None


def _of_a_loss(judged: Judged, network: Network) -> FaultSign | None:
    """A sum, or half of one, in place of a mean."""
    loss = next((wrong for wrong in judged.wrong if wrong.node == network.program.index["loss"]), None)
    if loss is None or loss.got is None or not loss.expected:
        return None
    factors = (network.samples, network.samples / 2)
    return FaultSign.LOSS_NOT_MEAN if any(_is_close(loss.got / loss.expected, f) for f in factors) else None


def _is_everywhere(judged: Judged, network: Network) -> bool:
    return len({wrong.node for wrong in judged.wrong}) == len(network.parameters)


def _is_close(one: float | None, other: float) -> bool:
    return one is not None and math.isclose(one, other, rel_tol=1e-4, abs_tol=_CLOSE)
