"""Lines: a process that died is noticed within seconds, one that is only slow keeps its jobs."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import text

from submissions.jobs.host import JobHost
from submissions.jobs.line import LOOKS, SPARED, Lifeline, LostAttempts
from submissions.operating.service import utc_now
from submissions.tables import Job, JobState
from tests.patience import until
from tests.world.held import hold, holders
from tests.world.school import School

_GRADES_FOR_EVER = """
import sys, threading, time
from submissions.storage.bell import Bell
from tests.world.engine import working
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.storage.timeouts import WORK
from tests.world.school import grader
never = grader(lambda _: time.sleep(600))
with working(Database(sys.argv[1], WORK), never, slots=1):
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
    lines = LostAttempts()
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
    lines = LostAttempts()

    assert [_lost(school, lines) for _ in range(LOOKS)] == [[]] * (LOOKS - 1) + [[taken.owner]]


def test_who_opens_another_line_in_time_is_not_lost(postgres_school: School) -> None:
    school = postgres_school
    school.submit(school.student())
    line = _line(school)
    taken = school.take(line.id)
    assert taken is not None
    lines = LostAttempts()
    before = [_lost(school, lines) for _ in range(LOOKS - 1)]
    with line:
        meanwhile = _lost(school, lines)
    until(lambda: _held(school) == 0)
    after = [_lost(school, lines) for _ in range(LOOKS)]

    assert [*before, meanwhile, *after] == [[]] * (2 * LOOKS - 1) + [[taken.owner]]


def test_who_has_opened_its_line_again_spares_the_others_for_a_while(postgres_school: School) -> None:
    """All have lost theirs when the server was restarted, and some take longer to come back."""
    school = postgres_school
    school.submit(school.student())
    taken = school.taken()
    lines = LostAttempts()
    looked = [_lost(school, lines) for _ in range(LOOKS - 1)]
    lines.spare()
    spared = [_lost(school, lines) for _ in range(SPARED + LOOKS - 1)]

    assert looked + spared == [[]] * (SPARED + 2 * LOOKS - 2)
    assert _lost(school, lines) == [taken.owner]


def test_an_attempt_is_known_by_the_process_that_makes_it(postgres_school: School) -> None:
    """Names that nobody of ours has given, and those of nobody, say nothing of a process."""
    school, line, other = postgres_school, _line(postgres_school), _line(postgres_school)
    for name in (line.id.hex, f"{line.id.hex}.1", f"{other.id.hex}.1", "first", ""):
        submission = school.submit(school.student())
        with school.database.begin() as session:
            job = session.get_one(Job, school.job(submission).id)
            job.state, job.owner = JobState.RUNNING, name
    lines = LostAttempts()
    with line:
        looks = [_lost(school, lines) for _ in range(LOOKS)]

    assert looks == [[]] * (LOOKS - 1) + [[f"{other.id.hex}.1"]]


def test_what_a_dead_process_held_of_any_kind_is_free(postgres_school: School) -> None:
    school, dead = postgres_school, _line(postgres_school)
    with school.database.begin() as session:
        until_then = school.clock() + timedelta(hours=1)
        hold(session, school.course_id, f"{dead.id.hex}.1", until=until_then)
    with JobHost(school.database, utc_now):
        until(lambda: _holders(school) == {None})


def test_a_line_that_was_cut_is_opened_again(postgres_school: School) -> None:
    school = postgres_school
    with _working(school):
        with school.database.begin() as session:
            assert session.scalars(text(_CUT)).all() == [True]
        submission = school.submit(school.student())
        until(lambda: school.job(submission).state == JobState.RUNNING)
        until(lambda: _held(school) == 1)

    assert school.job(submission).attempts == 1


def test_a_lock_that_left_without_a_word_is_taken_again(postgres_school: School) -> None:
    """As behind a pooler, which may end a session of the server and give the connection another one."""
    with _line(postgres_school) as line:
        line._session._connection.execute(text("SELECT pg_advisory_unlock_all()"))
        until(lambda: _held(postgres_school) == 1)

    until(lambda: _held(postgres_school) == 0)


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


def _line(school: School) -> Lifeline:
    return Lifeline(school.database, lambda: None, lambda _session, _owners: 0)


def _lost(school: School, lines: LostAttempts) -> list[str]:
    with school.database.read() as session:
        return lines.lost(session)


def _held(school: School) -> int:
    with school.database.read() as session:
        return len(session.scalars(text(_LOCKS)).all())


def _holders(school: School) -> set[str | None]:
    with school.database.read() as session:
        return holders(session)
