"""Tells whether the numbers that were seen are those that a fault predicts."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from grader.diagnosis.numbers.nearness import is_near
from grader.faults import Fault, load
from grader.finding import Agreement
from grader.judge import Judged
from grader.predict import Prediction, place, predictions
from grader.sandbox.plays import Observation, Play
from suites import PRIMITIVES, Drive, Program

_MOST_GRAPHS = 4
_LEAST_GRAPHS = 3
_REFUTING = 3
_NEARLY_ALL = 0.8
_LARGEST = 12
_LARGEST_ALONE = 40
"""The most nodes of a graph that is used where all that failed are large: few inputs may show a slip."""


class Predicted(NamedTuple):
    """A fault, in one of its variants, that predicts what was seen."""

    fault: str
    place: str
    agreement: Agreement


def agreement(fault: str, operation: str | None, seen: Sequence[Judged]) -> Agreement | None:
    """Return how many of the plays gave what the fault predicts; None where it predicts nothing."""
    known = load().get(fault)
    usable = _of_any_size(seen)
    if known is None or not known.examples or not usable:
        return None
    agreed = max((_agreed(known, variant, usable) for variant in _variants(known, operation)), default=0)
    return Agreement(agreed=agreed, of=len(usable))


def is_refuted(fault: str, operation: str | None, seen: Sequence[Judged]) -> bool:
    """Whether the fault predicts other numbers than each that was seen, in that operation."""
    known = load().get(fault)
    places = {place(variant) for variant in known.examples} if known is not None else set()
    predicted = agreement(fault, operation, seen) if operation in places else None
    return predicted is not None and not predicted.agreed


def fitting(
    named: str, candidates: Sequence[str], seen: Sequence[Judged], passed: Sequence[Judged]
) -> list[str]:
    """Return the faults of one edit that predict most of what was seen, if that is nearly all.

    The one named comes first where it predicts as much.
    """
    usable = _of_any_size(seen)
    if not usable:
        return []
    usable += _refuting(passed)
    slugs = list(dict.fromkeys([named, *candidates]))
    agreed = {slug: _most_agreed(load()[slug], usable) for slug in slugs}
    most = max(agreed.values())
    if most < _NEARLY_ALL * len(usable):
        return []
    return [slug for slug in slugs if agreed[slug] == most]


def predicts(fault: str, seen: Sequence[tuple[Play, Observation]], *, middle: bool = False) -> bool:
    """Whether one variant of a fault predicts every one of these plays; in the `middle` too, if asked."""
    known = load()[fault]
    return any(
        all(_is_predicted(known, variant, *each, middle=middle) for each in seen)
        for variant in known.examples
    )


def most_predicted(fault: str, seen: Sequence[tuple[Play, Observation]]) -> int:
    """How many of these plays the variant of a fault predicts, in the middle too, that predicts most."""
    known = load()[fault]
    counts = (sum(_is_predicted(known, variant, *s, middle=True) for s in seen) for variant in known.examples)
    return max(counts, default=0)


def _most_agreed(fault: Fault, seen: Sequence[Judged]) -> int:
    """Return how many plays agree with the variant of a fault that fits best."""
    return max((_agreed(fault, variant, seen) for variant in fault.examples), default=0)


def best(seen: Sequence[Judged], passed: Sequence[Judged]) -> list[Predicted]:
    """Return the faults that predict everything that was seen, the frequent first; none for few graphs.

    What came out right refutes a fault that would have made it wrong.
    """
    usable = list(_usable(seen, key=_ambiguity))
    if len(usable) < _LEAST_GRAPHS:
        return []
    usable += _refuting(passed)
    predictions = [
        Predicted(fault.slug, place(variant), Agreement(agreed=len(usable), of=len(usable)))
        for fault in load().values()
        for variant in fault.examples
        if _agreed(fault, variant, usable) == len(usable)
    ]
    return sorted(predictions, key=lambda each: -load()[each.fault].frequency)


def _variants(fault: Fault, operation: str | None) -> list[str]:
    """Return the variants of a fault in an operation; all where it has none there."""
    named = [variant for variant in fault.examples if operation in (None, place(variant))]
    return named or list(fault.examples)


def _ambiguity(judged: Judged) -> tuple[bool, bool, int]:
    """Sort last graphs of operations that classes put together from others, each in its own way."""
    textbook, nodes = _order_of_use(judged)
    operations = judged.planned.play.graph.program.operations
    return textbook, any(PRIMITIVES[operation.op].made_of for operation in operations), nodes


def _of_any_size(seen: Sequence[Judged]) -> list[Judged]:
    """Return the plays that are used; those of large graphs where there are no others."""
    return list(_usable(seen)) or list(_usable(seen, largest=_LARGEST_ALONE))


def _refuting(passed: Sequence[Judged]) -> list[Judged]:
    """Return the largest of the graphs that came out right: more faults would have made them wrong."""
    return list(_usable(passed, key=_largest_first))[:_REFUTING]


def _largest_first(judged: Judged) -> tuple[bool, int]:
    textbook, nodes = _order_of_use(judged)
    return textbook, -nodes


def _usable(
    seen: Sequence[Judged],
    key: Callable[[Judged], tuple[int, ...]] | None = None,
    largest: int = _LARGEST,
) -> Iterator[Judged]:
    """Yield plays that gave numbers for small graphs at inputs that nobody chose to be nice."""
    usable = [
        judged
        for judged in seen
        if judged.observation.problem is None
        and judged.planned.play.suite.drive is Drive.BACKWARD
        and len(judged.planned.play.graph.program.nodes) <= largest
    ]
    yield from sorted(usable, key=key or _order_of_use)[:_MOST_GRAPHS]


def _order_of_use(judged: Judged) -> tuple[bool, int]:
    """Return the order in which plays are used: generic inputs and small graphs first."""
    return judged.planned.instance.textbook, len(judged.planned.play.graph.program.nodes)


def _agreed(fault: Fault, variant: str, seen: Sequence[Judged]) -> int:
    """Return how many plays agree; it stops where the first does not, as a wrong guess does on most."""
    count = 0
    for judged in seen:
        if _is_predicted(fault, variant, judged.planned.play, judged.observation):
            count += 1
        elif count == 0:
            break
    return count


def _is_predicted(fault: Fault, variant: str, play: Play, seen: Observation, *, middle: bool = False) -> bool:
    """Whether a variant gives what was seen, in some order of visits; in the `middle` too, if asked."""
    given = _predicted(play.graph.program, play.inputs, fault.slug, place(variant))
    return any(each.variant == variant and _agrees(each, play, seen, middle=middle) for each in given)


@lru_cache(maxsize=512)
def _predicted(program: Program, inputs: tuple[float, ...], slug: str, where: str) -> tuple[Prediction, ...]:
    """Return the predictions of each variant of a fault that has its mistake there."""
    return tuple(predictions(program, inputs, load()[slug], where))


def _agrees(prediction: Prediction, play: Play, seen: Observation, *, middle: bool) -> bool:
    """Whether a prediction is what a play gave: for its inputs, or for all nodes."""
    program, readings = play.graph.program, seen.gradients.received
    count = len(program.nodes if middle else program.inputs)
    return len(readings) >= count and all(
        is_near(got, predicted, single=seen.is_single)
        for got, predicted in zip(readings[:count], prediction.gradients[:count], strict=True)
    )
