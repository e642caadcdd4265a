"""Which engine serves: the database decides."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

from submissions.database import Database
from submissions.work.bell import Bell
from submissions.work.embedded import Embedded
from submissions.work.pace import Pace
from submissions.work.queue import Queue
from submissions.work.station import Station
from submissions.work.task import Grader


def queue_for(database: Database) -> Queue:
    """Where jobs wait. Enough for a process that only hands them in."""
    if database.embedded:
        return Bell()
    from submissions.work.cluster import Tickets

    return Tickets()


def engine_for(
    database: Database,
    queue: Queue,
    grader: Grader,
    *,
    slots: int,
    now: Callable[[], datetime],
    pace: Pace | None = None,
) -> AbstractContextManager[object]:
    """Grades so many at a time while it is entered."""
    station = Station(database, queue, grader, slots=slots, now=now, pace=pace or Pace())
    if isinstance(queue, Bell):
        return Embedded(station, queue)
    from submissions.work.cluster import Cluster

    return Cluster(station, database.url)
