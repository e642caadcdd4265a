"""What an operator watches, and when the service says that it is ready."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.sandbox.level import Level
from submissions.errors import StorageFailure
from submissions.operating.metrics import Figures, Workers, figures, quantile
from submissions.operating.readiness import FailedCheck, ReadinessPart, lacks
from submissions.storage.database import Database
from submissions.tables import Job, JobState, Worker
from tests.world.classroom import assignment, course, handed_in, member
from tests.world.clock import NOW


def worker(session: Session, *, level: str = Level.ENCLOSED, seen: float = 5, slots: int = 2) -> None:
    moment = NOW - timedelta(seconds=seen)
    session.add(Worker(host="here", process=1, slots=slots, level=level, started_at=moment, seen_at=moment))


def jobs(session: Session, count: int) -> list[Job]:
    """Waiting ones, of as many students, each a second older than the next."""
    made, _ = course(session)
    task = assignment(session, made)
    for number in range(count):
        student = member(session, made, f"student{number}")
        handed_in(session, task, student, at=NOW - timedelta(seconds=count - number))
    return list(session.scalars(select(Job).order_by(Job.created_at)))


def change(job: Job, state: JobState, **fields: Any) -> None:
    job.state = state
    for name, value in fields.items():
        setattr(job, name, value)


def test_without_anything_all_is_zero(database: Database) -> None:
    with database.read() as session:
        found = figures(session, now=NOW)

    assert found == Figures(dict.fromkeys(map(str, JobState), 0), 0.0, [], [], [])


def test_jobs_are_counted_by_state_and_measured(database: Database) -> None:
    with database.begin() as session:
        first, second, third, fourth, _ = jobs(session, 5)
        change(first, JobState.DONE, started_at=NOW, finished_at=NOW + timedelta(seconds=3))
        change(second, JobState.DONE, started_at=NOW, finished_at=NOW + timedelta(seconds=1))
        change(third, JobState.RUNNING, started_at=NOW)
        change(
            fourth, JobState.WAITING, attempts=1, not_before=NOW + timedelta(seconds=9)
        )  # rests after a failure
    with database.read() as session:
        found = figures(session, now=NOW)

    assert found.jobs == {"waiting": 2, "running": 1, "done": 2, "given-up": 0, "cancelled": 0}
    assert found.oldest_seconds == 1
    assert found.waited == [4, 5]
    assert found.graded_in == [1, 3]


def test_workers_that_were_not_seen_for_a_minute_are_gone(database: Database) -> None:
    with database.begin() as session:
        worker(session, slots=2)
        worker(session, slots=3)
        worker(session, level="", slots=1)
        worker(session, seen=61, slots=8)
    with database.read() as session:
        found = figures(session, now=NOW).workers

    assert found == [Workers("", 1, 1), Workers("E3", 2, 5)]


@pytest.mark.parametrize(("part", "expected"), [(0.5, 51), (0.9, 91), (0.99, 100), (1.0, 100)])
def test_a_quantile_has_that_part_below_it(part: float, expected: float) -> None:
    assert quantile(list(range(1, 101)), part) == expected
    assert quantile([], part) == 0


def test_with_a_safe_worker_it_is_ready(database: Database) -> None:
    with database.begin() as session:
        worker(session)

    assert lacks(database, now=NOW) == []


@pytest.mark.parametrize("details", [{"level": ""}, {"level": "E0"}, {"seen": 61}, {"slots": 0}])
def test_without_a_safe_worker_it_is_not_ready(database: Database, details: dict[str, Any]) -> None:
    with database.begin() as session:
        worker(session, **details)

    assert lacks(database, now=NOW) == [FailedCheck(ReadinessPart.SANDBOX)]


def test_a_long_queue_that_moves_is_no_trouble(database: Database) -> None:
    with database.begin() as session:
        worker(session)
        oldest, running = jobs(session, 2)
        oldest.created_at = NOW - timedelta(minutes=9)
        change(running, JobState.RUNNING, started_at=NOW, lease_until=NOW + timedelta(seconds=9))

    assert lacks(database, now=NOW) == []


def test_a_job_that_waits_while_nothing_is_graded_is_trouble(database: Database) -> None:
    with database.begin() as session:
        worker(session)
        oldest, lost = jobs(session, 2)
        oldest.created_at = NOW - timedelta(minutes=9)
        change(lost, JobState.RUNNING, lease_until=NOW - timedelta(seconds=9))

    assert lacks(database, now=NOW) == [FailedCheck(ReadinessPart.QUEUE, 540)]


def test_tables_of_another_version_are_told(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/new.db")) as database:
        found = lacks(database, now=NOW)

    assert found == [FailedCheck(ReadinessPart.TABLES)]


def test_a_database_that_does_not_answer_is_told(tmp_path: Path) -> None:
    with closing(Database(f"postgresql+psycopg://nobody@/x?host={tmp_path}")) as database:
        assert lacks(database, now=NOW) == [FailedCheck(ReadinessPart.DATABASE)]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/nowhere/x.db")) as database:
        assert lacks(database, now=NOW) == [
            FailedCheck(ReadinessPart.STORAGE, failure=StorageFailure.NO_ACCESS)
        ]
