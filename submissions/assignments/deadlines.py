"""Until when an assignment takes submissions of a student, and what lateness costs."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from math import ceil

from submissions.errors import Closed, NotOpenYet
from submissions.tables import Assignment, Extension

_DAY = timedelta(days=1)
_PLACES = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The dates that hold for one student. An extension moves them later, never earlier."""

    opens_at: datetime | None
    due_at: datetime | None
    closes_at: datetime | None

    @classmethod
    def of(cls, assignment: Assignment, extension: Extension | None = None) -> "Deadlines":
        """Those of the assignment, or of the extension where that is later."""
        due = _later(assignment.due_at, extension.due_at if extension else None)
        closes = _later(assignment.closes_at or assignment.due_at, extension.closes_at if extension else None)
        return cls(assignment.opens_at, due, _later(closes, due) if closes else None)

    def require_open(self, now: datetime) -> None:
        """Nothing, if submissions are taken now.

        Raises:
            NotOpenYet: if it opens later.
            Closed: if it is over.
        """
        if self.opens_at is not None and now < self.opens_at:
            raise NotOpenYet(self.opens_at)
        if self.closes_at is not None and now > self.closes_at:
            raise Closed(self.closes_at)

    def days_late(self, at: datetime) -> int:
        """How many days after the due date have begun at that time."""
        if self.due_at is None or at <= self.due_at:
            return 0
        return ceil((at - self.due_at) / _DAY)


def after_lateness(points: Decimal, assignment: Assignment, deadlines: Deadlines, at: datetime) -> Decimal:
    """What is left of points earned by a file that was handed in at that time."""
    percent = min(assignment.late_percent_per_day * deadlines.days_late(at), assignment.late_most_percent)
    return (points * (100 - percent) / 100).quantize(_PLACES, ROUND_HALF_EVEN)


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    """The later of two dates; without the first there is no limit to move."""
    if one is None or other is None:
        return one
    return max(one, other)
