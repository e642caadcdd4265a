"""Lists the edits that were tried and how many failing graphs each repaired: why a fault was named."""

from collections.abc import Mapping, Sequence

from grader.diagnosis.arbiter import UNKNOWN
from grader.diagnosis.edits.edit_set import EditSet, edit_sets
from grader.diagnosis.edits.naming import rank
from grader.diagnosis.edits.search import MendedCount
from grader.finding import MOST_TRIED, Tried
from grader.sandbox.replies import Offer
from grader.sandbox_session import EditNumbers


def what_was_tried(
    trials: Mapping[EditNumbers, MendedCount],
    offers: Sequence[Offer],
    named: Mapping[EditSet, str],
) -> tuple[Tried, ...]:
    """Return the edits that repair the submission, then of each other fault the one that mended most, if any.

    An edit that leaves as many graphs wrong as it mends, or more, is left out: it leads away from the repair.
    Where a cause is named, another edit that mends all is left out too: a rewritten pass mends any mistake.

    Args:
        trials: For each set of edits, what it made of the failing graphs.
        offers: The edits by number.
        named: For each cause that is told, the fault that it was found to be.
    """
    repaired = {cause.fault for cause in named} | {*named.values()}
    others = [cause for fault, cause in _best_of_each(trials, offers, named).items() if fault not in repaired]
    causes = [*named, *others][:MOST_TRIED]
    return tuple(_entry(cause, trials.get(cause.numbers), offers, named.get(cause)) for cause in causes)


def _best_of_each(
    trials: Mapping[EditNumbers, MendedCount], offers: Sequence[Offer], named: Mapping[EditSet, str]
) -> dict[str, EditSet]:
    """Return the edits of each fault that mended most, without those that are left out."""
    mending = [
        edits
        for edits, count in trials.items()
        if 2 * count.mended > count.of and not (named and count.mended == count.of)
    ]
    best: dict[str, EditSet] = {}
    for edits in sorted(mending, key=lambda edits: (-trials[edits].mended, rank(offers[edits[0]]), edits)):
        for cause in edit_sets(edits, offers):
            best.setdefault(cause.fault, cause)
    return {fault: cause for fault, cause in best.items() if cause.numbers in mending}


def _entry(edits: EditSet, count: MendedCount | None, offers: Sequence[Offer], named: str | None) -> Tried:
    """Return what became of the edits of one cause."""
    count = count or MendedCount(0, 0)
    return Tried(
        fault=named or edits.fault or UNKNOWN,
        where=edits.where(everywhere=edits.is_everywhere(offers)),
        places=len(edits.numbers),
        mended=count.mended,
        of=count.of,
        chosen=named is not None,
    )
