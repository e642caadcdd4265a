"""When somebody comes on the watch list: set by the instructors of a course."""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.errors import Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import WatchThreshold


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Whole numbers, each in the bounds of `BOUNDS`."""

    same_cause_attempts: int = 3
    """The number of attempts in a row with the same cause."""
    no_progress_hours: int = 24
    """The hours in which no attempt was better than the best."""
    stopped_days: int = 3
    """The days in which nothing was submitted, though it is not due yet."""
    not_started_days: int = 2
    """Nothing was submitted, and it is due in so many days."""

    @property
    def no_progress(self) -> timedelta:
        """The hours as a length of time."""
        return timedelta(hours=self.no_progress_hours)

    @property
    def stopped(self) -> timedelta:
        """The days as a length of time."""
        return timedelta(days=self.stopped_days)

    @property
    def not_started(self) -> timedelta:
        """The days as a length of time."""
        return timedelta(days=self.not_started_days)


BOUNDS = {
    "same_cause_attempts": (2, 10),
    "no_progress_hours": (1, 720),
    "stopped_days": (1, 60),
    "not_started_days": (0, 60),
}
"""The least and the most by name."""


def thresholds(session: Session, caller: Caller, course_id: UUID) -> Thresholds:
    """Return the thresholds of a course."""
    require(session, caller, Action.SEE_SUBMISSIONS, course_id)
    return of_course(session, course_id)


def of_course(session: Session, course_id: UUID) -> Thresholds:
    """Return the thresholds for people who may copy the course."""
    found = session.get(WatchThreshold, course_id)
    return Thresholds(**{name: getattr(found, name) for name in BOUNDS}) if found else Thresholds()


def problems(wanted: Thresholds) -> list[Unusable]:
    """Return every value that cannot be used."""
    found = []
    for field in fields(wanted):
        least, most = BOUNDS[field.name]
        if not least <= getattr(wanted, field.name) <= most:
            found.append(Unusable(field.name, "out-of-range", least=least, most=most))
    return found


def change(session: Session, caller: Caller, course_id: UUID, wanted: Thresholds, *, now: datetime) -> None:
    """Set all of them."""
    require(session, caller, Action.EDIT_ASSIGNMENT, course_id)
    for problem in problems(wanted):
        raise problem
    values = {name: getattr(wanted, name) for name in BOUNDS}
    session.merge(WatchThreshold(course_id=course_id, **values))
    audit.record(session, caller.known, "watch-thresholds", course_id, now=now, **values)
    session.flush()
