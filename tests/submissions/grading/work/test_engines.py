"""Engines: what is handed in is graded, once, whatever breaks. The embedded one and the cluster's alike."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from grader.errors import (
    GraderError,
    HarnessProtocolError,
    MachineTooBusy,
    SandboxUnavailable,
    SelfTestFailed,
)
from grader.report import Report
from submissions.grading.work.results import Work
from submissions.grading.work.task import Grader, grading_engine
from submissions.jobs.claims import release
from submissions.jobs.clock import overdue
from submissions.jobs.host import JobHost, Pace
from submissions.jobs.retries import GRADING, Backoff, Retry
from submissions.operating.service import utc_now
from submissions.tables import UNFINISHED, FileShape, JobState, State, Worker
from tests.patience import until
from tests.world.engine import working
from tests.world.school import School, grader, report

_SOON = timedelta(seconds=0.05)
_QUICK = Pace(beat=0.1, look=0.1, grace=0.5, retry=Retry((_SOON, _SOON)), sandbox=Backoff(_SOON, 2 * _SOON))
_PATIENCE = 30.0


class Scripted:
    """A grader that does what its script says, then grades."""

    def __init__(self, *script: Exception | None) -> None:
        self.script = list(script)
        self.calls = 0

    def __call__(self, work: Work) -> Report:
        """Fail as told, or grade."""
        self.calls += 1
        failure = self.script.pop(0) if self.script else None
        if failure is not None:
            raise failure
        return report(work)


class Held:
    """A grader that waits until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.thread = threading.current_thread()

    def __call__(self, work: Work) -> Report:
        """Say that it has begun, and wait."""
        self.thread = threading.current_thread()
        self.begun.set()
        assert self.let_go.wait(_PATIENCE)
        return report(work)


class Broken:
    """A sandbox that is proven, and then breaks."""

    def __init__(self, failure: GraderError) -> None:
        self.failure: GraderError | None = failure
        self.proven = 0

    def __call__(self, work: Work) -> Report:
        """Grade, unless it is broken."""
        if self.failure is not None:
            raise self.failure
        return report(work)

    def level(self) -> str:
        """Well when it is asked first; later only where it is."""
        self.proven += 1
        if self.failure is not None and self.proven > 1:
            raise self.failure
        return "E2"


def test_everything_handed_in_is_graded_once(school: School) -> None:
    scripted = Scripted()
    before = [school.submit(school.student()) for _ in range(10)]
    with _engine(school, grader(scripted), slots=3):
        during = [_hand_in(school) for _ in range(10)]
        _until_finished(school, before + during)

    states = {school.submission(each).state for each in before + during}
    assert (states, scripted.calls) == ({State.GRADED}, 20)
    with school.database.read() as session:
        assert session.get(FileShape, school.submission(before[0]).sha256) is not None


def test_whoever_waits_is_woken(school: School) -> None:
    """With nobody ringing, it would be noticed after an hour."""
    with _engine(school, grader(), pace=Pace(look=3600.0)):
        until(lambda: [each for each in _workers(school) if each.level])
        _until_finished(school, [_hand_in(school)])


def test_a_failure_of_ours_is_tried_again(school: School) -> None:
    scripted = Scripted(HarnessProtocolError(), OSError("too many open files"))
    submission = school.submit(school.student())
    with _engine(school, grader(scripted)):
        _until_finished(school, [submission])

    job = school.job(submission)
    assert (job.state, job.attempts, job.error, scripted.calls) == (JobState.DONE, 3, None, 3)


def test_on_a_machine_that_is_too_busy_a_job_waits_and_no_attempt_is_charged(school: School) -> None:
    scripted = Scripted(*[MachineTooBusy() for _ in range(GRADING.attempts + 1)])
    submission = school.submit(school.student())
    with _engine(school, grader(scripted)):
        _until_finished(school, [submission])

    job = school.job(submission)
    assert (job.state, job.attempts, job.error) == (JobState.DONE, 1, None)
    assert scripted.calls == GRADING.attempts + 2


def test_what_failed_while_the_database_was_away_is_handed_back_and_no_attempt_is_charged(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("", {}, OSError("terminating connection"))

    monkeypatch.setattr(JobHost, "fail", away)
    scripted = Scripted(OSError("terminating connection"))
    submission = school.submit(school.student())
    with _engine(school, grader(scripted)):
        _until_finished(school, [submission])

    job = school.job(submission)
    assert (job.state, job.attempts, scripted.calls) == (JobState.DONE, 1, 2)


def test_what_we_fail_at_again_and_again_is_given_up(school: School) -> None:
    scripted = Scripted(*[HarnessProtocolError() for _ in range(GRADING.attempts)])
    submission = school.submit(school.student())
    with _engine(school, grader(scripted)):
        _until_finished(school, [submission])

    job = school.job(submission)
    assert (job.state, job.attempts) == (JobState.GIVEN_UP, GRADING.attempts)
    assert job.error == "HarnessProtocolError: the sandbox did not answer as asked"
    assert school.submission(submission).state == State.INTERNAL_ERROR


def test_a_mistake_in_our_code_costs_one_submission_and_no_worker(
    school: School, caplog: pytest.LogCaptureFixture
) -> None:
    scripted = Scripted(TypeError("a mistake"))
    first, second = school.submit(school.student()), school.submit(school.student())
    with _engine(school, grader(scripted)):
        _until_finished(school, [first, second])

    assert school.submission(first).state == State.INTERNAL_ERROR
    assert school.submission(second).state == State.GRADED
    (logged,) = [each for each in caplog.records if each.exc_info and each.name == "backgrade.work"]
    assert logged.__dict__["submission"] == first


@pytest.mark.parametrize("failure", [SandboxUnavailable("no engine"), SelfTestFailed("not safe")])
def test_without_a_sandbox_a_job_waits_and_no_attempt_is_charged(
    school: School, failure: GraderError
) -> None:
    broken = Broken(failure)
    submission = school.submit(school.student())
    with _engine(school, Grader(broken, broken.level)):
        until(lambda: _worker(school).trouble == str(failure))
        waiting = school.job(submission)
        broken.failure = None
        _until_finished(school, [submission])
        until(lambda: (_worker(school).trouble, _worker(school).level) == ("", "E2"))

    assert (waiting.state, waiting.attempts) == (JobState.WAITING, 0)
    assert school.job(submission).attempts == 1


def test_no_job_is_taken_before_a_sandbox_is_proven(school: School) -> None:
    asked: list[datetime] = []

    def level() -> str:
        asked.append(utc_now())
        raise SandboxUnavailable

    scripted = Scripted()
    submission = school.submit(school.student())
    with _engine(school, Grader(scripted, level)):
        until(lambda: _worker(school).trouble != "")
        until(lambda: len(asked) >= 3)

    assert (scripted.calls, school.submission(submission).revision) == (0, 1)


def test_at_the_end_what_is_being_graded_is_finished(school: School) -> None:
    held = Held()
    submission = school.submit(school.student())
    with _engine(school, grader(held), pace=Pace(beat=0.1, grace=10.0)):
        assert held.begun.wait(_PATIENCE)
        threading.Timer(0.2, held.let_go.set).start()

    assert school.submission(submission).state == State.GRADED


def test_what_does_not_end_in_time_goes_back_into_the_queue(school: School) -> None:
    held = Held()
    submission = school.submit(school.student())
    with JobHost(school.database, utc_now, _QUICK) as host:
        with grading_engine(host, grader(held), slots=1):
            assert held.begun.wait(_PATIENCE)
        back = school.job(submission)  # before its sandbox is closed, which ends the grading with an error
        held.let_go.set()
    until(lambda: not held.thread.is_alive())

    assert (back.state, back.attempts) == (JobState.WAITING, 0)
    assert school.submission(submission).state == State.QUEUED
    with _engine(school, grader()):
        _until_finished(school, [submission])


def test_a_long_grading_is_not_lost(school: School) -> None:
    held = Held()
    submission = school.submit(school.student())
    with _engine(school, grader(held), pace=Pace(lease=0.4, beat=0.1, grace=5.0)):
        assert held.begun.wait(_PATIENCE)
        first = school.job(submission).lease_until
        assert first is not None
        until(lambda: utc_now() > first)
        with school.database.begin() as session:
            lost = release(session, overdue(utc_now()), now=utc_now())
        held.let_go.set()
        _until_finished(school, [submission])

    assert (lost, school.job(submission).attempts) == (0, 1)


def test_two_processes_share_the_work_and_grade_nothing_twice(postgres_school: School) -> None:
    school, scripted = postgres_school, Scripted()
    submissions = [school.submit(school.student()) for _ in range(30)]
    with _engine(school, grader(scripted), slots=2), _engine(school, grader(scripted), slots=2):
        _until_finished(school, submissions)

    assert scripted.calls == 30


def test_a_database_that_went_away_for_a_moment_is_found_again(postgres_school: School) -> None:
    school = postgres_school
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
    with _engine(school, grader(), slots=2):
        _until_finished(school, [_hand_in(school)])
        with school.database.begin() as session:
            session.execute(text(f"{others} pid <> pg_backend_pid()"))
        _until_finished(school, [_hand_in(school) for _ in range(5)])
        until(lambda: _worker(school).seen_at > utc_now() - timedelta(seconds=1))


def test_a_worker_tells_that_it_is_there_until_it_goes(school: School) -> None:
    with _engine(school, grader(), slots=2):
        until(lambda: _worker(school).level == "E2")
        first = _worker(school)
        until(lambda: _worker(school).seen_at > first.seen_at)

    assert (first.slots, first.trouble) == (2, "")
    assert _workers(school) == []


@contextmanager
def _engine(school: School, graders: Grader, *, slots: int = 1, pace: Pace = _QUICK) -> Iterator[None]:
    with working(school.database, graders, slots=slots, now=utc_now, pace=pace):
        yield


def _hand_in(school: School) -> UUID:
    submission = school.submit(school.student())
    school.database.bell.wake()
    return submission


def _until_finished(school: School, submissions: list[UUID]) -> None:
    until(lambda: all(school.submission(each).state not in UNFINISHED for each in submissions))


def _worker(school: School) -> Worker:
    (found,) = _workers(school)
    return found


def _workers(school: School) -> list[Worker]:
    with school.database.read() as session:
        return list(session.scalars(select(Worker)))
