"""The students who have one cause now, as every page with the filter of a dashboard lists them."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from api.words import finding as finding_words
from grader import faults
from grader.records import Frozen
from submissions.tables import Assignment
from submissions.teaching.figures.causes import Holder, holders
from submissions.teaching.figures.selection import Selection

_ON_A_PAGE = 100


class HeldCause(Frozen):
    """A cause that was asked for, and who has it in the selected attempt."""

    cause: str
    title: str
    holders: Sequence[Holder]

    @property
    def is_cut(self) -> bool:
        """Whether there may be more than a page lists."""
        return len(self.holders) == _ON_A_PAGE


def held_cause(
    session: Session, assignment: Assignment, selection: Selection, cause: str
) -> HeldCause | None:
    """None without a cause, and for one that nobody knows."""
    if cause not in faults.load():
        return None
    held = holders(session, assignment, selection, cause, limit=_ON_A_PAGE)
    return HeldCause(cause, finding_words.cause(cause), held)
