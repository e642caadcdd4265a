"""Tries each operation of the class once, with a few numbers."""

from contextlib import suppress
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..model.read import ABSENT, SINGLE
from ..repair.attribution import Attribution
from ..repair.known import SourceAnalysis
from ..running.bounded import bounded
from ..running.problem import Missing, WrongResult
from ._numbers import is_close, right, trial_points

_DOUBLE, _SINGLE = 1e-9, 1e-5
"""How far numbers of each precision may be off."""


class TrialOutcome(NamedTuple):
    """The outcome of an operation."""

    kind: str
    """`right`, `wrong`, `absent`, `result` where what came back is no node, or the type of an exception."""
    numbers: tuple[float, ...] = ()
    given: Any = None
    """The number that came back where it is wrong."""


RIGHT, ABSENT_OUTCOME = TrialOutcome("right"), TrialOutcome("absent")
_KEPT: "WeakKeyDictionary[Attribution, dict[tuple[str, str], TrialOutcome]]" = WeakKeyDictionary()


def trial_of(known: SourceAnalysis, sign: str, numbers: str = "") -> TrialOutcome:
    """Return the first outcome that is not right, for operands that are nodes.

    With `numbers` one is a plain number: the one on the `left`, or the one on the `right`.
    """
    kept = _KEPT.setdefault(known.attribution, {})
    if (sign, numbers) not in kept:
        kept[sign, numbers] = _outcome_of_all(known, sign, numbers)
    return kept[sign, numbers]


def _outcome_of_all(known: SourceAnalysis, sign: str, numbers: str) -> TrialOutcome:
    """Return the first outcome that is not right."""
    for point in trial_points(sign):
        outcome = _outcome_at(known, sign, numbers, point)
        if outcome.kind != "right":
            return outcome
    return RIGHT


def _outcome_at(known: SourceAnalysis, sign: str, numbers: str, point: tuple[float, ...]) -> TrialOutcome:
    """Return the outcome for these numbers."""
    player = known.player
    plain = {"left": 0, "right": 1}.get(numbers, 1 if sign == "**" else -1)
    try:
        operands = [x if i == plain else player.leaf(x, "x") for i, x in enumerate(point)]
        with bounded(known.value_class.places):
            result = player.operations.do(sign, operands, [sign, "constants"])
    except Missing:
        return ABSENT_OUTCOME
    except WrongResult:
        return TrialOutcome("result", point)
    except Exception as error:
        return TrialOutcome(type(error).__name__, point)
    number, kind = known.value_class.reader.attribute(result, known.data)
    if kind >= ABSENT:
        return TrialOutcome("result", point)
    with suppress(ArithmeticError):
        if is_close(number, right(sign, point), _SINGLE if kind == SINGLE else _DOUBLE):
            return RIGHT
    return TrialOutcome("wrong", point, number)


def exponent_receives(known: SourceAnalysis) -> bool | None:
    """Whether a node as an exponent has a gradient after a pass; None if not even the base has one."""
    player = known.player
    base, exponent = player.leaf(1.5, "x"), player.leaf(2.0, "y")
    try:
        with bounded(known.value_class.places):
            result = player.operations.do("**", [base, exponent], ["**", "value exponent"])
            player.backward(result, seeds_itself=False)
    except Exception:
        return None
    readings = [known.value_class.reader.attribute(node, known.grad) for node in (base, exponent)]
    of_base, of_exponent = (kind < ABSENT and received != 0 for received, kind in readings)
    return of_exponent if of_base or of_exponent else None
