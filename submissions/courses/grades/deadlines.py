"""Until when an assignment takes submissions of a student, and what lateness costs."""

from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from math import ceil

from grader.records import Frozen
from submissions.errors import Closed, NotOpenYet
from submissions.tables import PLACES, Assignment, Extension, Reveal, Shown

_DAY = timedelta(days=1)
_DAY_HOURS = 24


class Deadlines(Frozen):
    """The dates that hold for one student. An extension moves them later, never earlier."""

    opens_at: datetime | None
    due_at: datetime | None
    closes_at: datetime | None
    late_step: timedelta = _DAY
    """Lateness is counted in begun steps of this length."""

    @classmethod
    def of(cls, assignment: Assignment, extension: Extension | None = None) -> "Deadlines":
        """Return the deadlines of an assignment, or those of the extension where they are later.

        Late days that the student uses move the due date on from there.
        """
        due = _later(assignment.due_at, extension.due_at if extension else None)
        if due is not None and extension is not None:
            due += _DAY * (extension.late_days or 0)
        closes = _later(_closes(assignment), extension.closes_at if extension else None)
        step = timedelta(hours=assignment.late_step_hours or _DAY_HOURS)
        return cls(assignment.opens_at, due, _later(closes, due) if closes else None, step)

    def results_from(self, shown: Shown) -> datetime | None:
        """Return when the student may see results for the first time; None if at any time."""
        match shown:
            case Shown.AT_ONCE:
                return None
            case Shown.AFTER_DUE:
                return self.due_at
            case Shown.AFTER_CLOSE:
                return self.closes_at

    def are_open(self, hidden_until: Reveal, now: datetime) -> bool:
        """Whether the student sees hidden suites."""
        match hidden_until:
            case Reveal.OPENED:
                return True
            case Reveal.AFTER_DUE:
                return is_past(self.due_at, now)
            case Reveal.AFTER_CLOSE:
                return is_past(self.closes_at, now)
            case Reveal.BY_HAND:
                return False

    def require_open(self, now: datetime) -> None:
        """Check that submissions are taken now.

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
        return self._late(at, _DAY)

    def steps_late(self, at: datetime) -> int:
        """How many steps of the penalty have begun at that time."""
        return self._late(at, self.late_step)

    def _late(self, at: datetime, step: timedelta) -> int:
        if self.due_at is None or at <= self.due_at:
            return 0
        return ceil((at - self.due_at) / step)


def shows_grade(assignment: Assignment, deadlines: Deadlines, now: datetime) -> bool:
    """Whether a student with these dates sees all that the grade is made of."""
    shown_from = deadlines.results_from(Shown(assignment.shown))
    is_shown = shown_from is None or now >= shown_from
    return is_shown and (
        not assignment.hidden_suites or deadlines.are_open(Reveal(assignment.hidden_until), now)
    )


def is_past(date: datetime | None, now: datetime) -> bool:
    """Whether there is such a date, and it is over."""
    return date is not None and now > date


def after_lateness(points: Decimal, assignment: Assignment, deadlines: Deadlines, at: datetime) -> Decimal:
    """Return what remains of the points of a file submitted at this time."""
    return (points * (100 - late_percent(assignment, deadlines, at)) / 100).quantize(PLACES, ROUND_HALF_EVEN)


def late_percent(assignment: Assignment, deadlines: Deadlines, at: datetime) -> Decimal:
    """Return the late penalty of a file that was submitted at that time, in percent of its points."""
    return min(assignment.late_percent_per_day * deadlines.steps_late(at), assignment.late_most_percent)


def _closes(assignment: Assignment) -> datetime | None:
    """Return the end of late work for everybody: the closing date, or the last late day if it is earlier."""
    due, days = assignment.due_at, assignment.late_accepted_days
    if due is None or days is None:
        return assignment.closes_at or due
    after = due + _DAY * days
    return min(assignment.closes_at, after) if assignment.closes_at else after


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    """The later of two dates; without the first there is no limit to move."""
    if one is None or other is None:
        return one
    return max(one, other)
