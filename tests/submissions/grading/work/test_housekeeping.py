"""Housekeeping: what has expired is deleted, and nothing else."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from threading import Semaphore
from typing import Any

import pytest
from sqlalchemy import func, select

from grader.sandbox.plays import Source
from submissions.errors import NotFound
from submissions.grading.intake import trials
from submissions.grading.work.housekeeping import keep_house
from submissions.jobs.chores import Chore, Chores
from submissions.jobs.crew import Crew
from submissions.jobs.host import JobHost
from submissions.operating.service import utc_now
from submissions.tables import (
    Grading,
    IdempotentAnswer,
    Job,
    JobKind,
    JobState,
    StoredFile,
    Submission,
    Worker,
)
from submissions.tables.identity import new_id
from tests.patience import until
from tests.world.school import MONDAY, School


def test_an_expired_trial_is_gone_with_all_that_was_made_of_it(school: School) -> None:
    keys = [_try_out(school, "mine"), _try_out(school, "other")]
    school.grade_all()
    school.clock.advance(hours=1)
    _keep_house(school)

    assert [_count(school, table) for table in (Submission, Grading, Job, StoredFile)] == [0, 0, 0, 0]
    with school.database.read() as session, pytest.raises(NotFound):
        trials.find(session, keys[0], now=school.clock())


def test_a_trial_is_kept_until_it_expires(school: School) -> None:
    _try_out(school, "mine")
    school.clock.advance(minutes=59)
    _keep_house(school)

    assert _count(school, Submission) == 1


def test_the_bytes_of_a_trial_are_kept_where_somebody_else_handed_them_in(school: School) -> None:
    _try_out(school, "the same")
    submission = school.submit(school.student(), "the same")
    school.clock.advance(hours=2)
    _keep_house(school)

    assert _count(school, StoredFile) == 1
    assert school.grade_all() == [submission]


def test_a_trial_that_expires_while_it_is_graded_leaves_nothing(school: School) -> None:
    _try_out(school, "mine")
    taken = school.taken()
    school.clock.advance(hours=1)
    _keep_house(school)
    with school.database.begin() as session:
        gone = session.get(Job, taken.job_id)

    assert gone is None


def test_files_handed_in_while_their_last_trial_is_deleted_are_there(school: School) -> None:
    students = [school.student() for _ in range(10)]
    for number in range(10):
        _try_out(school, f"file {number}")
    school.clock.advance(hours=1)
    with ThreadPoolExecutor(4) as pool:
        pool.submit(_keep_house, school)
        handed = list(pool.map(lambda n: school.submit(students[n], f"file {n}"), range(10)))

    assert sorted(map(str, school.grade_all()[-10:])) == sorted(map(str, handed))


def test_answers_are_repeated_for_a_day(school: School) -> None:
    with school.database.begin() as session:
        for number, age in enumerate((23, 25)):
            session.add(
                IdempotentAnswer(
                    key_hash=str(number), request_hash="", created_at=MONDAY - timedelta(hours=age)
                )
            )
    _keep_house(school)

    assert _count(school, IdempotentAnswer) == 1


def test_workers_that_were_not_seen_for_long_are_forgotten(school: School) -> None:
    with school.database.begin() as session:
        for minutes in (9, 11):
            seen = MONDAY - timedelta(minutes=minutes)
            session.add(
                Worker(id=new_id(), host="h", process=1, slots=1, level="", started_at=seen, seen_at=seen)
            )
    _keep_house(school)

    assert _count(school, Worker) == 1


def test_one_process_keeps_house_at_a_time(school: School) -> None:
    busy, most, done = Semaphore(), [], []

    def keep() -> None:
        most.append(busy.acquire(blocking=False))
        _keep_house(school)
        done.append(1)
        busy.release()

    chore = Chore("often", timedelta(0), keep)
    hosts = [JobHost(school.database, utc_now) for _ in range(3)]
    crews = [Crew(each, Chores(each, JobKind.HOUSEKEEPING, [chore])) for each in hosts]
    with ExitStack() as stack:
        for host, crew in zip(hosts, crews, strict=True):
            stack.enter_context(host)
            stack.enter_context(crew)
        until(lambda: len(done) > 9)

    assert all(most)


def test_a_chore_that_fails_says_why_and_comes_back(school: School) -> None:
    failures: list[Exception] = [OSError("no room")]

    def fail_once() -> None:
        if failures:
            raise failures.pop()

    host = JobHost(school.database, school.clock)
    handler = Chores(host, JobKind.HOUSEKEEPING, [Chore("often", timedelta(seconds=10), fail_once)])
    crew = Crew(host, handler)
    with school.database.begin() as session:
        handler.enter(session, school.clock())
    seen = []
    for _ in range(2):
        assert crew.turn()
        with school.database.begin() as session:
            job = session.scalars(select(Job).where(Job.kind == JobKind.HOUSEKEEPING)).one()
            seen.append((job.state, job.attempts, (job.error or "").partition(" ")[0]))
            job.not_before = None

    assert seen == [(JobState.WAITING, 1, "OSError"), (JobState.WAITING, 0, "")]


def _try_out(school: School, text_: str) -> str:
    with school.database.begin() as session:
        return trials.begin(session, "core", Source("a.py", text_.encode()), now=school.clock())


def _keep_house(school: School) -> None:
    keep_house(school.database, now=school.clock())


def _count(school: School, table: Any) -> int:
    with school.database.read() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0
