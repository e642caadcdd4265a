"""Reads what all the writes of an example show, or refute where numbers alone name a fault."""

from grader.compare import Quantity
from grader.explanation.passes import Fate, Passes
from grader.faults import FaultSign, has_sign
from grader.finding import Explained, Write

_SHOWN_BY = {
    FaultSign.REPLACED: Fate.LOST,
    FaultSign.LOCAL_ALONE: Fate.WRONG,
    FaultSign.NOTHING_ARRIVES: Fate.MISSING,
}
"""The fate that some contribution has where a fault with this sign is at work."""


def refutes(explained: Explained | None, fault: str) -> bool:
    """Whether all writes were seen, and no contribution has the fate that the fault leads to."""
    fates = [fate for sign, fate in _SHOWN_BY.items() if has_sign(fault, sign)]
    if not fates or explained is None or explained.stopped or not explained.writes:
        return False
    passes = Passes(explained)
    if Fate.MISSING in fates and passes.lacks_its_seed:
        return False  # a rule that finds 0 in the output sends as good as nothing
    return passes.sees_every_write and all(each.fate not in fates for each in passes.outcomes)


def begins_with_another_number(explained: Explained | None) -> bool:
    """Whether an input has not the number that it was made from, and nothing has changed it."""
    if explained is None:
        return False
    changed = {each.node for each in explained.writes if each.quantity is not Quantity.GRADIENT}
    inputs = (node for node in explained.nodes if node.op is None)
    return any(node.wrong_data and node.name not in changed for node in inputs)


def kept_before_passes(explained: Explained | None) -> Write | None:
    """Return the first gradient, other than 0, that an operation gave a node while the graph was built."""
    if explained is None:
        return None
    in_passes = {None, *(call.step for call in explained.calls)}  # our own writes are in no step
    before = (each for each in explained.writes if each.step not in in_passes and each.function != "__init__")
    return next((each for each in before if each.quantity is Quantity.GRADIENT and each.new), None)


def sends_once_to_both(explained: Explained | None) -> bool:
    """Whether a rule sends to a node that is both operands for one of the two, and nothing for the other."""
    if explained is None or explained.stopped or not (passes := Passes(explained)).is_traced:
        return False
    fates = {each.use: each.fate for each in passes.outcomes}
    return any(
        fate is Fate.MISSING and fates.get(use._replace(slot=1 - use.slot)) is Fate.KEPT
        for use, fate in fates.items()
    )
