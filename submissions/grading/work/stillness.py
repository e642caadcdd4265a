"""Whether a queue stands still although it could move, whatever the clock says."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import and_, exists, or_, select
from sqlalchemy.orm import Session

from submissions.jobs.clock import overdue
from submissions.tables import Job, JobKind, JobState

STUCK = timedelta(minutes=2)
"""A job that waits for so long while no other is begun or finished says that something is wrong. Longer than
any job rests."""
_NONE = timedelta()


class Stillness:
    """A watch on the oldest waiting job: it remembers since when that waits, by a clock that nobody sets."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._oldest: UUID | None = None
        self._since = 0.0

    def seconds(self, session: Session, now: datetime) -> int | None:
        """How long the oldest job has waited, if it has been too long and nothing moves."""
        oldest = session.execute(
            select(Job.id, Job.created_at)
            .where(Job.kind == JobKind.GRADING, Job.state == JobState.WAITING)
            .order_by(Job.created_at, Job.id)
            .limit(1)
        ).one_or_none()
        watched = self._watched(oldest.id if oldest else None)
        waited = max(watched, now - oldest.created_at) if oldest else _NONE
        if waited < STUCK or _moves(session, now):
            return None
        return int(waited.total_seconds())

    def _watched(self, oldest: UUID | None) -> timedelta:
        if oldest != self._oldest:
            self._oldest, self._since = oldest, self._monotonic()
        return timedelta(seconds=self._monotonic() - self._since) if oldest else _NONE


def _moves(session: Session, now: datetime) -> bool:
    """Whether a job was begun or finished lately."""
    lately = now - STUCK, now + STUCK
    moving = exists().where(
        Job.kind == JobKind.GRADING,
        or_(
            and_(Job.state == JobState.RUNNING, Job.started_at.between(*lately), ~overdue(now)),
            and_(Job.state == JobState.DONE, Job.finished_at.between(*lately)),
        ),
    )
    return bool(session.scalar(select(moving)))
