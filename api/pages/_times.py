"""The times at which staff look at a page as its student: now, and beside its dates."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from api.i18n import gettext as _
from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines

_MOMENT = timedelta(seconds=1)


class SeenTime(Frozen):
    """A time, as the address and the page name it."""

    name: str
    label: str
    at: datetime
    chosen: bool


def seen_times(dates: Deadlines, chosen: str, now: datetime) -> list[SeenTime]:
    """Return the times that an assignment with these dates has; of an unknown name, now is chosen."""
    times = list(_times(dates, now))
    known = chosen if any(name == chosen for name, *_rest in times) else ""
    return [SeenTime(name, label, at, name == known) for name, label, at in times]


def _times(dates: Deadlines, now: datetime) -> Iterator[tuple[str, str, datetime]]:
    yield "", _("Now"), now
    if dates.due_at is not None:
        yield "before-due", _("Before the due date"), dates.due_at - _MOMENT
        yield "after-due", _("After the due date"), dates.due_at + _MOMENT
    if dates.closes_at is not None:
        yield "after-close", _("After the assignment closes"), dates.closes_at + _MOMENT
