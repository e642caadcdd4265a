"""Which fault edits are named after, and whether anything is left to doubt about the name.

An edit that helps proves a place. It proves a name only where it undoes that fault and no more: whoever puts
a whole order in place of another has shown that the order was wrong, not in which way.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from grader.diagnosis import exceptions
from grader.diagnosis.edits import naming
from grader.diagnosis.numbers.prediction import agreement, fitting, is_refuted
from grader.diagnosis.numbers.visits import (
    LEFT_TO_A_SET,
    NO_ORDER,
    REFUTED_BY_RIGHT_ORDER,
    Played,
    faults_of_order,
    is_in_order,
    is_left_to_a_set,
    likeliest_first,
    takes_equal_nodes_for_one,
    told_apart_in_the_middle,
    wrong_orders,
)
from grader.judge import Judged
from grader.sandbox.base import Offer
from suites import Backward

_MOST_OTHERS = 2
_OTHER_SEED = "seed_not_one"
"""A seed that nobody found in the source, and that shows in the numbers."""


class Name(NamedTuple):
    """The name of the fault that edits undo."""

    fault: str
    """Empty where none is known."""
    is_decided: bool
    others: tuple[str, ...] = ()
    """Faults that predict the same."""
    missing: str | None = None
    """The operation that the class lacks, where the edits only go round it."""
    is_guess: bool = False
    """Whether nothing speaks for it but that the edit could undo it."""


NAMELESS = Name("", is_decided=False)


def named(
    fault: str,
    offer: Offer,
    mended: Sequence[Judged],
    seen: Sequence[Judged],
    passed: Sequence[Judged],
    played: Played,
    present: Collection[str],
) -> Name:
    """Return the fault that an edit undoes: by what graphs raised, by their numbers, else by its offer.

    `seen` is what fails for this cause alone, and `mended` what of it is about its operation. `played`
    answers further graphs; all of them with all other edits in force. `present` are the operations that the
    class has methods for.
    """
    is_own = naming.is_own(offer)
    problems = [judged.observation.problem for judged in mended if judged.observation.problem]
    if problems and len(problems) == len(mended):
        raised = exceptions.behind_an_edit(problems, fault, offer, present)
        if raised == "missing_method" != fault:
            return Name(raised, is_decided=False, missing=exceptions.operation_of(problems[0]))
        return Name(raised, is_decided=is_own)
    if naming.is_shared(offer):
        return _of_those_that_fit(fault, offer, seen, passed, played)
    if fault == "seed_missing" and _agreed(_OTHER_SEED, seen) > _agreed(fault, seen):
        return Name(_OTHER_SEED, is_decided=False)
    if _is_spoken_against(fault, offer, seen, played):
        return NAMELESS
    return Name(fault, is_decided=is_own)


def _is_spoken_against(fault: str, offer: Offer, seen: Sequence[Judged], played: Played) -> bool:
    """Whether the order, or the numbers, cannot be that fault's."""
    if fault == "visited_by_value":
        return is_in_order(played) and not takes_equal_nodes_for_one(played)
    return naming.says_what_stood_there(offer) and is_refuted(fault, offer.operation, seen)


def _agreed(fault: str, seen: Sequence[Judged]) -> int:
    predicted = agreement(fault, None, seen)
    return predicted.agreed if predicted is not None else 0


def _of_those_that_fit(
    fault: str, offer: Offer, seen: Sequence[Judged], passed: Sequence[Judged], played: Played
) -> Name:
    candidates = [fault, *naming.rivals(offer)]
    if faults_of_order(filter(None, candidates)) and is_in_order(played):
        return _of_right_order(fault, candidates, seen, passed, played)
    fitted = told_apart_in_the_middle(fitting(fault, candidates, seen, passed), played)
    may_be_order = not fitted or faults_of_order(fitted)
    # Numbers of one pass fit many faults, so the order of the rules is asked for only where it may decide.
    orders = wrong_orders([*fitted, *filter(None, candidates)], played) if may_be_order else []
    if may_be_order and not orders and is_left_to_a_set(played):
        return Name(NO_ORDER, is_decided=False, others=(LEFT_TO_A_SET,))
    likely = [slug for slug in fitted if slug in orders] or orders or fitted or [""]
    first, *others = likeliest_first(likely, played)
    if not first:
        return Name(fault, is_decided=False, is_guess=True)
    return Name(first, naming.is_own(offer) and not others, tuple(others[:_MOST_OTHERS]))


def _of_right_order(
    fault: str, candidates: Sequence[str], seen: Sequence[Judged], passed: Sequence[Judged], played: Played
) -> Name:
    """Return the fault where a new pass helps, and rules ran in a right order for nodes of unlike numbers."""
    if takes_equal_nodes_for_one(played):
        return Name("visited_by_value", is_decided=False)
    if all(_passes(judged) > 1 for judged in seen):
        return Name("shared_state", is_decided=False)
    fitted = fitting(fault, candidates, seen, passed)
    first, *_ = [slug for slug in [*fitted, fault] if slug not in REFUTED_BY_RIGHT_ORDER] or [""]
    return Name(first, is_decided=False, is_guess=not fitted)


def _passes(judged: Judged) -> int:
    return sum(isinstance(step, Backward) for step in judged.planned.play.graph.program.steps)
