"""Lines: a process that died is noticed within seconds, one that is only slow keeps its jobs."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from sqlalchemy import text

from submissions.grading.work.line import LOOKS, Line, Lines
from submissions.tables import JobState
from submissions.tables.identity import new_id
from tests.patience import until
from tests.world.school import School

_GRADES_FOR_EVER = """
import sys, threading, time
from submissions.grading.work.bell import Bell
from submissions.grading.work.engine import GradingEngine
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.storage.timeouts import WORK
from tests.world.school import grader
never = grader(lambda _: time.sleep(600))
with GradingEngine(Database(sys.argv[1], WORK), Bell(), never, slots=1, now=utc_now):
    print("works", flush=True)
    threading.Event().wait()
"""

_LOCKS = """
SELECT pid FROM pg_locks WHERE locktype = 'advisory'
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_CUT = _LOCKS.replace("SELECT pid", "SELECT pg_terminate_backend(pid)")


def test_a_job_whose_process_died_is_begun_again_long_before_its_lease_ends(postgres_school: School) -> None:
    school = postgres_school
    submission = school.submit(school.student())
    with _working(school) as first:
        until(lambda: school.job(submission).state == JobState.RUNNING)
        with _working(school):
            held = school.job(submission).lease_until
            first.kill()
            until(lambda: school.job(submission).attempts == 2)
            again = school.job(submission).started_at

    assert held is not None
    assert again is not None
    assert again < held


def test_a_process_that_stands_still_keeps_its_line(postgres_school: School) -> None:
    """Looked at as often as it takes to find a line closed, and some more."""
    school = postgres_school
    submission = school.submit(school.student())
    lines = Lines()
    with _working(school) as worker:
        until(lambda: school.job(submission).state == JobState.RUNNING)
        worker.send_signal(signal.SIGSTOP)
        looks = [_lost(school, lines) for _ in range(LOOKS + 2)]
        worker.kill()
        worker.wait()
        until(lambda: _lost(school, lines) != [])

    assert looks == [[]] * (LOOKS + 2)


def test_only_who_has_no_line_in_several_looks_is_lost(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    taken = school.taken()
    lines = Lines()

    assert [_lost(school, lines) for _ in range(LOOKS)] == [[]] * (LOOKS - 1) + [[taken.owner]]


def test_who_opens_another_line_in_time_is_not_lost(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    worker = new_id()
    taken = school.take(worker)
    assert taken is not None
    lines = Lines()
    before = [_lost(school, lines) for _ in range(LOOKS - 1)]
    with _locked(school, worker):
        meanwhile = _lost(school, lines)
    after = [_lost(school, lines) for _ in range(LOOKS)]

    assert [*before, meanwhile, *after] == [[]] * (2 * LOOKS - 1) + [[taken.owner]]


def test_a_line_that_was_cut_is_opened_again(postgres_school: School) -> None:
    school = postgres_school
    with _working(school):
        with school.database.begin() as session:
            assert session.scalars(text(_CUT)).all() == [True]
        submission = school.submit(school.student())
        until(lambda: school.job(submission).state == JobState.RUNNING)
        until(lambda: _held(school) == 1)

    assert school.job(submission).attempts == 1


@contextmanager
def _working(school: School) -> Iterator[subprocess.Popen[str]]:
    """A process that grades, and never ends what it has begun."""
    command = [sys.executable, "-c", _GRADES_FOR_EVER, school.database.url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "works\n"
            yield process
        finally:
            process.kill()


@contextmanager
def _locked(school: School, worker: UUID) -> Iterator[None]:
    """The line of a worker is open."""
    with Line(school.database, worker, ring=lambda: None, free=lambda _: None):
        yield


def _lost(school: School, lines: Lines) -> list[str]:
    with school.database.read() as session:
        return lines.lost(session)


def _held(school: School) -> int:
    with school.database.read() as session:
        return len(session.scalars(text(_LOCKS)).all())
