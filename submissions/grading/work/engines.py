"""Which engine serves: the database decides."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime

from submissions.grading.work.embedded import EmbeddedEngine
from submissions.grading.work.embedded_queue import EmbeddedQueue
from submissions.grading.work.pace import Pace
from submissions.grading.work.queue import Queue
from submissions.grading.work.task import Grader
from submissions.grading.work.worker import LocalWorker
from submissions.storage.database import Database


def queue_for(database: Database) -> Queue:
    """Where jobs wait. Enough for a process that only hands them in."""
    if database.embedded:
        return EmbeddedQueue()
    from submissions.grading.work.cluster import Tickets

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
    worker = LocalWorker(database, queue, grader, slots=slots, now=now, pace=pace or Pace())
    if isinstance(queue, EmbeddedQueue):
        return EmbeddedEngine(worker, queue)
    from submissions.grading.work.cluster import Cluster, Tickets

    assert isinstance(queue, Tickets)
    return Cluster(worker, database, queue)
