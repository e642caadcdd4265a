"""A client of PostgreSQL that is gone without a word keeps nothing: its jobs are taken by others."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import OperationalError

from submissions.grading.work.housekeeping import end_silent_sessions, keep_house
from submissions.jobs.claims import release
from submissions.jobs.clock import overdue
from submissions.jobs.host import Pace
from submissions.jobs.retries import Retry
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.storage.timeouts import Patience
from submissions.tables import UNFINISHED, JobState
from tests.cut_network import Network, cut_network
from tests.patience import until
from tests.world.engine import working
from tests.world.school import School, grader

_PATIENCE = 60.0
_SHORT = Patience(connection=2, lock=1, answer=1, silence=1)
_HOLD = """
import sys, time
from grader.records import replace
from sqlalchemy import make_url, text
from submissions.storage.database import Database
from submissions.storage.timeouts import WORK
with Database(sys.argv[1], replace(WORK, silence=1)).begin() as session:
    session.execute(text("UPDATE job SET error = 'held'"))
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_job_that_was_being_taken_when_the_network_was_cut_is_taken_by_another(
    postgres_school: School,
) -> None:
    school = postgres_school
    school.submit(school.student())
    with _through(school, _SHORT) as (network, cut):
        began = time.monotonic()
        with pytest.raises(OperationalError):
            _cut_within(cut, network, "UPDATE job SET state = 'running', owner = 'x'")
        waited = time.monotonic() - began
        until(lambda: school.take() is not None)

    assert waited < _PATIENCE / 2  # the driver itself would wait for ever


def test_a_result_that_was_being_stored_when_the_network_was_cut_is_made_again(
    postgres_school: School,
) -> None:
    """Its row is locked, so that whoever frees lost jobs passes over it."""
    school = postgres_school
    submission = school.submit(school.student())
    school.taken()
    with _through(school, _SHORT) as (network, cut):
        with pytest.raises(OperationalError):
            _cut_within(cut, network, "SELECT * FROM job FOR UPDATE")
        school.clock.advance(seconds=21)
        until(lambda: _released(school) == 1)

    assert school.grade_all() == [submission]


def test_a_worker_that_stands_still_in_a_transaction_keeps_nothing(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    command = [sys.executable, "-c", _HOLD, school.database.url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "held\n"
            worker.send_signal(signal.SIGSTOP)
            until(lambda: school.take() is not None)
        finally:
            worker.kill()


def test_a_lease_is_taken_from_a_session_that_nobody_else_ends(postgres_school: School) -> None:
    """A pooler may keep our settings away from the server."""
    school = postgres_school
    submission = school.submit(school.student())
    school.taken()
    school.clock.advance(seconds=21)
    with psycopg.connect(_conninfo(school.database.url)) as silent:
        silent.execute("SELECT * FROM job FOR UPDATE")
        passed_over = _released(school)
        until(lambda: _ended(school) == 1)
        until(lambda: _released(school) == 1)
        with pytest.raises(psycopg.OperationalError):
            silent.execute("SELECT 1")
        silent.close()

    assert passed_over == 0
    assert school.grade_all() == [submission]


def test_a_session_that_has_just_begun_is_left_alone(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    with school.database.begin() as busy:
        busy.execute(text("SELECT * FROM job FOR UPDATE"))
        keep_house(school.database, now=school.clock())
        busy.execute(text("SELECT 1"))

    assert school.take() is not None


def test_a_lock_is_waited_for_a_limited_time(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    with closing(school.database.with_patience(_SHORT)) as other, school.database.begin() as busy:
        busy.execute(text("SELECT * FROM job FOR UPDATE"))
        with pytest.raises(OperationalError), other.begin() as session:
            session.execute(text("SELECT * FROM job FOR UPDATE"))


def test_a_worker_whose_network_is_cut_again_and_again_loses_nothing(
    postgres_school: School,
) -> None:
    school = postgres_school
    retry = Retry((timedelta(seconds=0.5), timedelta(seconds=4)))  # the cuts are over at the third try
    pace = Pace(lease=2.0, beat=0.3, look=0.1, retry=retry, grace=2.0)
    submissions = [school.submit(school.student()) for _ in range(30)]
    with (
        _through(school, _SHORT) as (network, cut),
        working(cut, grader(), slots=2, now=utc_now, pace=pace),
    ):
        for _ in range(5):
            time.sleep(0.3)
            network.cut()
            time.sleep(0.3)
            network.mend()
        until(lambda: _all_graded(school, submissions))

    assert {school.job(each).state for each in submissions} == {JobState.DONE}


def _conninfo(url: str) -> str:
    """The URL of the database as its own driver knows it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def _through(school: School, patience: Patience) -> Iterator[tuple[Network, Database]]:
    """The same database, over a network that can be cut."""
    with cut_network(school.database.url) as (network, url), closing(Database(url, patience)) as cut:
        yield network, cut


def _cut_within(database: Database, network: Network, statement: str) -> None:
    """The network is cut after the statement, and before the transaction ends."""
    with database.begin() as session:
        session.execute(text(statement))
        network.cut()


def _released(school: School) -> int:
    with school.database.begin() as session:
        now = school.clock()
        return release(session, overdue(now), now=now)


def _ended(school: School) -> int:
    with school.database.begin() as session:
        return end_silent_sessions(session, seconds=0.2)


def _all_graded(school: School, submissions: list[UUID]) -> bool:
    keep_house(school.database, now=utc_now())
    return all(school.submission(each).state not in UNFINISHED for each in submissions)
