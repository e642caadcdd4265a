"""Decides which fault an edit that helps is evidence for, and how strong that evidence is.

An edit that helps proves a place. It proves a name only where it undoes that fault and no more: to replace a
whole order shows that the order was wrong, not in which way.
"""

from collections.abc import Collection, Sequence

from grader.compare import Quantity
from grader.diagnosis import exceptions
from grader.diagnosis.arbiter import NOTHING, FaultClaim, Strength
from grader.diagnosis.edits import naming
from grader.diagnosis.edits.panel import has_passes
from grader.diagnosis.numbers.prediction import agreement, fitting, is_refuted
from grader.diagnosis.numbers.samples import PlayAll
from grader.diagnosis.numbers.visits import (
    REFUTED_BY_RIGHT_ORDER,
    TOLD_APART,
    faults_of_order,
    is_in_order,
    takes_equal_nodes_for_one,
    told_apart_in_the_middle,
    told_by_order,
)
from grader.faults import FaultSign, Layer, Says, has_sign, load, signed
from grader.judge import Judged
from grader.sandbox.replies import Offer, Problem

_USERS = "users"
"""The edit that counts users anew in each pass: it mends a count that is wrong in the first one, too."""


def claim_of(
    fault: str,
    offer: Offer,
    mended: Sequence[Judged],
    seen: Sequence[Judged],
    passed: Sequence[Judged],
    play_all: PlayAll,
    present: Collection[str],
) -> FaultClaim:
    """Return the claim of an edit: the fault by what graphs raised, by their numbers, else by its offer.

    `seen` is what fails for this cause alone, and `mended` what of it is about its operation. `play_all`
    answers further graphs; all of them with all other edits in force. `present` are the operations that the
    class has methods for.
    """
    problems = [judged.observation.problem for judged in mended if judged.observation.problem]
    if problems and len(problems) == len(mended):
        return _claim_of_problems(fault, offer, problems, present)
    if naming.is_shared(offer):
        return _claim_of_fitting(fault, offer, seen, passed, play_all)
    if likelier := _likelier(fault, offer, seen, play_all):
        return FaultClaim(Strength.LIKELY, likelier)
    if _is_spoken_against(fault, offer, seen, play_all):
        return NOTHING
    return FaultClaim(_strength_of(offer), (fault,)) if fault else NOTHING


def _likelier(fault: str, offer: Offer, seen: Sequence[Judged], play_all: PlayAll) -> tuple[str, ...]:
    """Return the faults that data, a seed or the order of rules speak for, where the edit's is another."""
    if _is_of_a_rule(fault) and any(map(_has_wrong_data, seen)):
        return signed(FaultSign.WRONG_DATA)
    if (by_numbers := _seed_of_numbers(fault, offer, seen)) != fault:
        return (by_numbers,)
    if offer.detail == _USERS and not is_in_order(play_all):
        return told_by_order([], TOLD_APART, play_all) or signed(FaultSign.RUNS_EARLY)[:1]
    return ()


def _strength_of(offer: Offer) -> Strength:
    """Return how strongly an edit that helps speaks for its fault."""
    return Strength.PROVEN if naming.is_own(offer) else Strength.LIKELY


def _claim_of_problems(
    fault: str, offer: Offer, problems: Sequence[Problem], present: Collection[str]
) -> FaultClaim:
    """Return the claim where every mended graph ended in an exception or a wrong result."""
    raised = exceptions.behind_an_edit(problems, fault, offer, naming.says(offer), present)
    if has_sign(raised, FaultSign.NO_METHOD) and raised != fault:
        lacks = exceptions.operation_of(problems[0])
        return FaultClaim(Strength.LIKELY, (raised,), lacks=lacks)
    return FaultClaim(_strength_of(offer), (raised,))


def _is_of_a_rule(fault: str) -> bool:
    """Whether a fault is a mistake in a backward rule, which computes no data."""
    known = load().get(fault)
    return known is not None and known.layer is Layer.RULE


def _has_wrong_data(judged: Judged) -> bool:
    """Whether its forward pass gave other numbers than it should."""
    return any(each.quantity is Quantity.DATA for each in judged.wrong)


def _seed_of_numbers(fault: str, offer: Offer, seen: Sequence[Judged]) -> str:
    """Return, for a fault of the seed, the one of its rivals that predicts most plays; any other as it is."""
    if not fault or load()[fault].layer is not Layer.SEED:
        return fault
    return max([fault, *naming.rivals(offer)], key=lambda slug: _plays_predicted(slug, seen))


def _is_spoken_against(fault: str, offer: Offer, seen: Sequence[Judged], play_all: PlayAll) -> bool:
    """Whether the order, or the numbers, cannot be that fault's."""
    if has_sign(fault, FaultSign.EQUAL_NODES):
        return is_in_order(play_all) and not takes_equal_nodes_for_one(play_all)
    return _says_what_stood_there(fault, offer) and is_refuted(fault, offer.operation, seen)


def _says_what_stood_there(fault: str, offer: Offer) -> bool:
    """Whether the fault is named after the wrong contribution that made way for the right one."""
    is_formula = _is_of_a_rule(fault) and bool(load()[fault].sends)
    return is_formula and naming.says(offer) is Says.PLACE and not has_sign(fault, FaultSign.SENDS_NOTHING)


def _plays_predicted(fault: str, seen: Sequence[Judged]) -> int:
    """Return how many plays gave what the fault predicts."""
    predicted = agreement(fault, None, seen)
    return predicted.agreed if predicted is not None else 0


def _claim_of_fitting(
    fault: str, offer: Offer, seen: Sequence[Judged], passed: Sequence[Judged], play_all: PlayAll
) -> FaultClaim:
    """Return the claim of the faults that numbers fit, of those that one edit undoes."""
    candidates = [fault, *naming.rivals(offer)]
    if faults_of_order(filter(None, candidates)) and is_in_order(play_all):
        return _claim_in_right_order(fault, candidates, seen, passed, play_all)
    fitted = told_apart_in_the_middle(fitting(fault, candidates, seen, passed), play_all)
    likely = told_by_order(fitted, list(filter(None, candidates)), play_all)
    if not likely:
        return FaultClaim(Strength.UNKNOWN, (fault,) if fault else ())
    is_proven = naming.is_own(offer) and len(likely) == 1
    return FaultClaim(Strength.PROVEN if is_proven else Strength.LIKELY, likely)


def _claim_in_right_order(
    fault: str, candidates: Sequence[str], seen: Sequence[Judged], passed: Sequence[Judged], play_all: PlayAll
) -> FaultClaim:
    """Return the claim where a new pass helps, and rules ran in a right order for nodes of unlike numbers."""
    if takes_equal_nodes_for_one(play_all):
        return FaultClaim(Strength.LIKELY, signed(FaultSign.EQUAL_NODES))
    if all(map(has_passes, seen)):
        return FaultClaim(Strength.LIKELY, signed(FaultSign.LATER_PASS))
    fitted = fitting(fault, candidates, seen, passed)
    left = [slug for slug in [*fitted, fault] if slug and slug not in REFUTED_BY_RIGHT_ORDER]
    return FaultClaim(Strength.LIKELY if fitted else Strength.UNKNOWN, tuple(left[:1]))
