"""The cost of the queue to the database, by the number of files that wait in one course."""

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from statistics import median
from uuid import uuid4

from sqlalchemy import insert
from sqlalchemy.orm import Session

from bench._service import prepared
from submissions.grading.work.queue import INTERACTIVE, PER_COURSE, Whose, pending
from submissions.jobs.claims import waiting
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.tables import Assignment, Job, JobKind, JobState
from submissions.tables.identity import new_id

BACKLOGS = (0, 1_000, 10_000, 100_000)
_TIMES, _AT_ONCE = 20, 1_000


def queue_times(url: str) -> Mapping[int, tuple[float, float]]:
    """Return by the number that wait how many milliseconds a submission looks, and a worker takes."""
    members = prepared(url, students=1)
    found, there = {}, 0
    with closing(Database(url)) as database:
        with database.read() as session:
            course = session.get_one(Assignment, members.assignment_id).course_id
        for backlog in BACKLOGS:
            for begin in range(there, backlog, _AT_ONCE):
                numbers = range(begin, min(begin + _AT_ONCE, backlog))
                rows = [_waiting(course, number) for number in numbers]
                with database.begin() as session:
                    session.execute(insert(Job), rows)
            there = backlog
            looks = _milliseconds(database, partial(_look, Whose(course, uuid4())))
            takes = _milliseconds(database, _take)
            found[backlog] = (looks, takes)
    return found


def _waiting(course: object, before: int) -> dict[str, object]:
    """Return the row that `enqueue` writes for a student's first file, behind so many others."""
    return {
        "id": new_id(), "kind": JobKind.GRADING, "course_id": course, "person_id": uuid4(),
        "priority": INTERACTIVE - before // PER_COURSE,
        "state": JobState.WAITING, "attempts": 0, "created_at": utc_now(),
    }  # fmt: skip


def _look(whose: Whose, session: Session) -> None:
    pending(session, whose, INTERACTIVE)


def _take(session: Session) -> None:
    now = utc_now()
    session.scalar(waiting(JobKind.GRADING, now).limit(1).with_for_update(skip_locked=True, of=Job))


def _milliseconds(database: Database, do: Callable[[Session], object]) -> float:
    times = []
    for _ in range(_TIMES):
        began = time.perf_counter()
        with database.begin() as session:
            do(session)
        times.append(time.perf_counter() - began)
    return median(times) * 1e3
