"""Tells which fault an edit undoes: each fault says so of itself."""

from functools import cache

from grader.faults import Fault, Layer, Says, Undoing, load
from grader.sandbox.replies import Offer

_LATER = (
    Layer.CONTRACT, Layer.RULE, Layer.SEED, Layer.TRAVERSAL, Layer.STATE, Layer.FORWARD, Layer.REFLECTED,
    Layer.UNARY, Layer.METHOD, Layer.NETWORK,
)  # fmt: skip
"""The order of faults whose edits say as much: an edit of a rule changes less than one of the whole pass."""


def rank(offer: Offer) -> tuple[bool, int, int, int, int, int]:
    """Return the order in which edits are tried and believed: first those that say more about the cause.

    Of edits that say as much, those come first that undo fewer faults, then those for fewer places, then
    those of frequent faults.
    """
    found = _undone(offer)
    if found is None:
        return offer.whole, len(Says), 0, 0, 0, 0
    fault, undoing = found
    narrow = sum(undoing.precedence)
    return offer.whole, undoing.says, _LATER.index(fault.layer), len(rivals(offer)), -narrow, -fault.frequency


def slip_of(offer: Offer) -> object:
    """Return the key of all edits that undo one mistake in several places; None if it is in one place."""
    if offer.group:
        return offer.group
    found = _undone(offer)
    return (offer.rewrite, offer.detail) if found is not None and found[0].is_habit else None


def fault_of(offer: Offer) -> str:
    """Return the slug of the fault; empty if none is known for the edit."""
    found = _undone(offer)
    return "" if found is None else found[0].slug


def rivals(offer: Offer) -> tuple[str, ...]:
    """Return every fault that the same edit undoes, but for those the source speaks against."""
    return _undone_by(offer.rewrite, offer.detail, offer.operation, offer.operand)


def says(offer: Offer) -> Says:
    """Return what it says of the cause that the edit helps."""
    found = _undone(offer)
    return Says.THIS if found is None else found[1].says


def is_shared(offer: Offer) -> bool:
    """Whether an offer undoes several faults, between which only what was seen decides."""
    return says(offer) >= Says.ONE_OF


def is_own(offer: Offer) -> bool:
    """Whether an offer undoes one fault and changes no more than that takes."""
    return not offer.whole and says(offer) < Says.ALL


def _undone(offer: Offer) -> tuple[Fault, Undoing] | None:
    """Return the fault that an edit undoes, and how the fault says so."""
    return _narrowest(offer.rewrite, offer.detail, offer.operation, offer.operand)


@cache
def _narrowest(
    rewrite: str, detail: str, operation: str | None, operand: int | None
) -> tuple[Fault, Undoing] | None:
    """Return the fault that an edit undoes, and how; of several the one that is told most narrowly."""
    found = [
        (fault, undoing)
        for fault in load().values()
        for undoing in fault.undone_by
        if _undoes(rewrite, operation, operand, undoing) and undoing.detail in (None, detail)
    ]
    return max(found, key=lambda pair: pair[1].precedence, default=None)


@cache
def _undone_by(rewrite: str, detail: str, operation: str | None, operand: int | None) -> tuple[str, ...]:
    """Return the slugs of the faults that an edit of this kind undoes, at this operation and operand."""
    return tuple(
        fault.slug
        for fault in load().values()
        if detail not in fault.ruled_out_by
        and any(_undoes(rewrite, operation, operand, undoing) for undoing in fault.undone_by)
    )


def _undoes(rewrite: str, operation: str | None, operand: int | None, undoing: Undoing) -> bool:
    """Whether a rewrite is the one that undoes a fault, whatever the source shows."""
    return (
        undoing.rewrite == rewrite
        and (not undoing.operations or operation in undoing.operations)
        and undoing.operand in (None, operand)
    )
