"""Which fault edits are named after, and whether anything is left to doubt about the name.

An edit that helps proves a place. It proves a name only where it undoes that fault and no more: whoever puts
a whole order in place of another has shown that the order was wrong, not in which way.
"""

from collections.abc import Sequence
from typing import NamedTuple

from grader.diagnosis import exceptions, naming
from grader.diagnosis.prediction import fitting, is_refuted
from grader.diagnosis.visits import (
    Played,
    faults_of_order,
    likeliest_first,
    told_apart_in_the_middle,
    wrong_orders,
)
from grader.judge import Judged
from grader.sandbox.base import Offer

_MOST_OTHERS = 2


class Name(NamedTuple):
    """What edits undo."""

    fault: str
    """Empty where none is known."""
    is_decided: bool
    others: tuple[str, ...] = ()
    """Faults that predict the same."""
    missing: str | None = None
    """The operation that the class lacks, where the edits only go round it."""


NAMELESS = Name("", is_decided=False)


def named(
    fault: str,
    offer: Offer,
    mended: Sequence[Judged],
    seen: Sequence[Judged],
    passed: Sequence[Judged],
    played: Played,
) -> Name:
    """What an edit undoes: what graphs raised, what their numbers fit, else the fault it was offered for.

    `seen` is what fails for this cause alone, and `mended` what of it is about its operation. `played`
    answers further graphs; all of them with all other edits in force.
    """
    is_own = naming.is_own(offer)
    problems = [judged.observation.problem for judged in mended if judged.observation.problem]
    if problems and len(problems) == len(mended):
        raised = exceptions.behind_an_edit(problems, fault, offer)
        if raised == "missing_method" != fault:
            return Name(raised, is_decided=False, missing=exceptions.operation_of(problems[0]))
        return Name(raised, is_decided=is_own)
    if naming.is_shared(offer):
        return _of_those_that_fit(fault, offer, seen, passed, played)
    if naming.says_what_stood_there(offer) and is_refuted(fault, offer.operation, seen):
        return NAMELESS
    return Name(fault, is_decided=is_own)


def _of_those_that_fit(
    fault: str, offer: Offer, seen: Sequence[Judged], passed: Sequence[Judged], played: Played
) -> Name:
    candidates = [fault, *naming.rivals(offer)]
    fitted = told_apart_in_the_middle(fitting(fault, candidates, seen, passed), played)
    may_be_order = not fitted or faults_of_order(fitted)
    orders = wrong_orders([*fitted, *filter(None, candidates)], played) if may_be_order else []
    likely = [slug for slug in fitted if slug in orders] or orders or fitted or [""]
    first, *others = likeliest_first(likely, played)
    if not first:
        return Name(fault, is_decided=False)
    return Name(first, naming.is_own(offer) and not others, tuple(others[:_MOST_OTHERS]))
