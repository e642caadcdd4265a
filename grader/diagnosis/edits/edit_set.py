"""Groups edits that repair a submission by their cause, and tells where in it they are."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar

from grader.diagnosis.edits import naming
from grader.diagnosis.lacking import reflected_in
from grader.finding import Edit, Where
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.replies import AppliedEdit, Offer
from grader.sandbox_session import EditNumbers

_Thing = TypeVar("_Thing")
_REFLECTED = ("reflect", "define-reflected")
"""Edits of `2 - a` alone."""


class EditSet(NamedTuple):
    """Edits that undo one cause."""

    fault: str
    numbers: EditNumbers
    offers: tuple[Offer, ...]

    @property
    def operations(self) -> tuple[str | None, ...]:
        """Return the operations it is in; None stands for all."""
        return tuple(dict.fromkeys(offer.operation for offer in self.offers))

    @property
    def operation(self) -> str | None:
        """The one operation it is in."""
        return _only(self.operations)

    def is_about(self, judged: Judged) -> bool:
        """Whether a play has an operation that it is in, with a number on its left if it is about that."""
        operations = {None, *judged.planned.play.graph.program.ops}
        reflected = {None, *reflected_in(judged)}
        return any(
            each.operation in (reflected if each.rewrite in _REFLECTED else operations)
            for each in self.offers
        )

    def begins_in(self, judged: Judged) -> bool:
        """Whether a play has the operation of the first edit, whose line is shown."""
        return self.operations[0] in (None, *judged.planned.play.graph.program.ops)

    def is_everywhere(self, offers: Sequence[Offer]) -> bool:
        """Whether the set edits every operation whose contributions can be read, and more than one."""
        readable = {offer.operation for offer in offers if offer.operand is not None}
        return len(self.operations) > 1 and {*self.operations} >= readable - {None}

    def others_of(self, edits: EditNumbers) -> EditNumbers:
        """Return all of these edits that undo other causes."""
        return tuple(number for number in edits if number not in self.numbers)

    def where(self, *, everywhere: bool) -> Where:
        """Return the first place; of no one operation where it is in all."""
        first = self.offers[0]
        alike = [offer for offer in self.offers if everywhere or offer.operation == first.operation]
        return replace(
            place_of(first),
            operation=None if everywhere else first.operation,
            operand=_only({offer.operand for offer in alike}),
        )

    def holds(self, line: int | None, cell: int | None) -> bool:
        """Whether a line is a further one of the statement that its first place names."""
        first = self.offers[0]
        if line is None or first.line is None or first.last_line is None or cell != first.cell:
            return False
        return first.line < line <= first.last_line

    def also(self) -> tuple[Where, ...]:
        """Return the first place in each further operation."""
        firsts = {offer.operation: offer for offer in reversed(self.offers)}
        further = [firsts[operation] for operation in self.operations[1:]]
        return tuple(Where(operation=each.operation, line=each.line, cell=each.cell) for each in further)


def place_of(offer: Offer) -> Where:
    """Return the place of an edit, whatever operation it is in."""
    return Where(
        function=offer.function,
        line=offer.line,
        cell=offer.cell,
        column=offer.column,
        end_column=offer.end_column,
    )


def edit_of(offer: Offer, shown: AppliedEdit) -> Edit:
    """Return an edit as text, at its place."""
    place = shown.at or offer
    return Edit(line=place.line, cell=place.cell, was=shown.was, now=shown.now)


def edit_sets(edits: EditNumbers, offers: Sequence[Offer]) -> list[EditSet]:
    """Return the edits by cause: of one fault, and in one operation, or the same slip in several."""
    found: dict[tuple[str, object], list[int]] = {}
    for number in edits:
        offer = offers[number]
        slip = naming.slip_of(offer) or offer.operation or number
        found.setdefault((naming.fault_of(offer), slip), []).append(number)
    return [
        EditSet(fault, tuple(numbers), tuple(offers[number] for number in numbers))
        for (fault, _), numbers in found.items()
    ]


def _only(things: Collection[_Thing]) -> _Thing | None:
    """Return the one thing of a collection; None if there are more, or none."""
    return next(iter(things)) if len(things) == 1 else None
