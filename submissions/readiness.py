"""Whether submissions can be taken and graded now; where not, what is lacking."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import exists, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from grader.sandbox.base import Level
from submissions.database import Database
from submissions.figures import oldest_waiting, workers
from submissions.tables import GradeJob, JobState

STUCK = timedelta(minutes=2)
"""A job that waits for so long while none is being done says that something is wrong."""

_UNSAFE = frozenset({"", Level.TRUSTED})


class Part(StrEnum):
    """What it takes."""

    DATABASE = "database"
    TABLES = "tables"
    QUEUE = "queue"
    SANDBOX = "sandbox"


@dataclass(frozen=True, slots=True)
class Lack:
    """A part that is not as it has to be."""

    part: Part
    seconds: int = 0
    """How long the oldest job has waited."""


def lacks(database: Database, *, now: datetime) -> list[Lack]:
    """What is lacking; nothing, if the service is ready."""
    try:
        if not database.is_current():
            return [Lack(Part.TABLES)]
        with database.read() as session:
            found = [_queue(session, now), _sandbox(session, now)]
    except (SQLAlchemyError, OSError):
        return [Lack(Part.DATABASE)]
    return [each for each in found if each is not None]


def _queue(session: Session, now: datetime) -> Lack | None:
    oldest = oldest_waiting(session, now=now)
    if oldest is None or now - oldest < STUCK:
        return None
    working = exists().where(GradeJob.state == JobState.RUNNING, GradeJob.lease_until > now)
    if session.scalar(select(working)):
        return None
    return Lack(Part.QUEUE, int((now - oldest).total_seconds()))


def _sandbox(session: Session, now: datetime) -> Lack | None:
    safe = [each for each in workers(session, now=now) if each.level not in _UNSAFE and each.slots]
    return None if safe else Lack(Part.SANDBOX)
