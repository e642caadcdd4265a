"""What moments of the queue go by. Any clock may be set: nothing here waits for one that goes back.

On PostgreSQL all machines share the database's clock. SQLite has none of its own: it is this machine's.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from submissions.jobs.retries import POLICIES
from submissions.tables import Job, JobKind

LONGEST_LEASE = timedelta(minutes=1)
"""No lease reaches further. One that seems to was given before the clock was set back."""

_DRIFT = timedelta(seconds=3)
"""The difference that NTP corrects without being noticed."""
_CLOCKS_DIFFER = timedelta(minutes=1)
"""The most by which the clocks of two machines differ, where a moment is told by a process of one of them."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(session: Session, now: Callable[[], datetime]) -> datetime:
    """Now, by the clock that all who work on this database share."""
    if session.get_bind().dialect.name == "sqlite":
        return now()
    shared: datetime = session.scalars(select(func.clock_timestamp())).one()
    return shared


def is_over(
    until: InstrumentedAttribute[datetime | None],
    now: datetime,
    longest: timedelta,
) -> ColumnElement[bool]:
    """Return the condition that a lease or a pause is over.

    Clocks of several machines differ by seconds: so much longer is no sign of that.
    """
    return or_(until.is_(None), until <= now, until > now + longest + _CLOCKS_DIFFER)


def due(kind: JobKind, now: datetime) -> ColumnElement[bool]:
    """Return the condition on waiting jobs of a kind that they can be taken.

    One that seems to have been begun later than now was put back before the clock was set back.
    """
    return or_(is_over(Job.not_before, now, POLICIES[kind].longest), Job.started_at > now + _CLOCKS_DIFFER)


def overdue(now: datetime) -> ColumnElement[bool]:
    """Return the condition on running jobs that their lease is over."""
    return is_over(Job.lease_until, now, LONGEST_LEASE)


class Jumps:
    """Notices when a clock was set, by comparing it with one that cannot be."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offset: timedelta | None = None

    def seen(self, now: datetime) -> timedelta | None:
        """How far the clock was set since it was asked last, if it was."""
        offset = now - _EPOCH - timedelta(seconds=self._monotonic())
        before, self._offset = self._offset, offset
        if before is None or abs(offset - before) < _DRIFT:
            return None
        return offset - before
