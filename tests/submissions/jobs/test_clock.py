"""A clock that is set back, or forward, stops nothing and takes no job from who works on it."""

import threading
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import ColumnElement
from sqlalchemy.orm import Session

from grader.records import replace
from grader.report import Report
from submissions.grading.work.results import Work
from submissions.grading.work.stillness import STUCK, Stillness
from submissions.jobs.claims import claim, come_back, held, release, waiting
from submissions.jobs.clock import Jumps, moment, overdue
from submissions.jobs.host import JobHost, Pace
from submissions.jobs.retries import Retry
from submissions.operating.metrics import figures
from submissions.operating.readiness import FailedCheck, ReadinessPart, lacks
from submissions.operating.service import utc_now
from submissions.tables import UNFINISHED, Job, JobKind, JobState, Worker
from submissions.tables.identity import new_id
from tests.patience import until
from tests.world.engine import working
from tests.world.held import hold
from tests.world.school import School, grader, report

_BACK = timedelta(minutes=10)
_QUICK = Pace(beat=0.1, look=0.1, retry=Retry((timedelta(seconds=0.05),) * 2), grace=0.5)
_PATIENCE = 30.0


@pytest.fixture
def ahead(school: School) -> School:
    """Everybody in it goes by a clock that is ten minutes ahead of what it is going to be."""
    school.clock.now = utc_now() + _BACK
    return school


def test_what_was_handed_in_before_the_clock_was_set_back_is_graded(ahead: School) -> None:
    submissions = [ahead.submit(ahead.student()) for _ in range(3)]
    with working(ahead.database, grader(), slots=1, now=utc_now, pace=_QUICK):
        until(lambda: _finished(ahead, submissions))


def test_what_rested_when_the_clock_was_set_back_is_graded(ahead: School) -> None:
    submission = ahead.submit(ahead.student())
    ahead.taken()
    ahead.clock.advance(seconds=21)
    _sweep(ahead, ahead.clock())
    rests = ahead.job(submission)
    _sweep(ahead, utc_now())
    with working(ahead.database, grader(), slots=1, now=utc_now, pace=_QUICK):
        until(lambda: _finished(ahead, [submission]))

    assert (rests.state, rests.attempts) == (JobState.WAITING, 1)
    assert (rests.not_before or utc_now()) > utc_now()


def test_a_lease_of_a_worker_that_died_before_the_clock_was_set_back_ends(ahead: School) -> None:
    submission = ahead.submit(ahead.student())
    ahead.taken()
    _sweep(ahead, ahead.clock() - _BACK)

    assert ahead.job(submission).state == JobState.WAITING


@pytest.mark.parametrize("kind", [kind for kind in JobKind if kind not in {JobKind.GRADING, JobKind.MAIL}])
def test_what_comes_back_does_not_wait_for_a_clock_that_was_set_back(ahead: School, kind: JobKind) -> None:
    after, before = ahead.clock(), ahead.clock() - _BACK
    with ahead.database.begin() as session:
        hold(session, ahead.course_id, "somebody", until=after)
        release(session, now=before)
        taken = claim(session, kind, new_id(), now=after, until=after)
        assert taken is not None
        job = held(session, taken)
        assert job is not None
        come_back(session, job, until=after + timedelta(seconds=10))

        assert session.scalar(waiting(kind, after)) is None
        assert session.scalar(waiting(kind, before)) == job.id


@pytest.mark.parametrize("by", [-_BACK, _BACK])
def test_who_works_keeps_the_job_when_the_clock_is_set(
    school: School, monkeypatch: pytest.MonkeyPatch, by: timedelta
) -> None:
    """A process that looks for lost jobs leaves leases alone until they are renewed."""
    sweeps = threading.Semaphore(0)
    set_by = timedelta()

    def now() -> datetime:
        return utc_now() + set_by

    def swept(session: Session, *which: ColumnElement[bool], now: datetime) -> int:
        sweeps.release()
        return release(session, *which, now=now)

    monkeypatch.setattr("submissions.jobs.host.moment", lambda _session, _now: now())
    monkeypatch.setattr("submissions.jobs.claims.release", swept)
    let_go = threading.Event()

    def held(work: Work) -> Report:
        assert let_go.wait(_PATIENCE)
        return report(work)

    submission = school.submit(school.student())
    pace = Pace(lease=20, beat=0.1, look=0.1, grace=5)
    with (
        working(school.database, grader(held), slots=1, pace=pace),
        JobHost(school.database, now, replace(pace, sweep=1.0)),  # many signs of life fit in
    ):
        until(lambda: school.job(submission).state == JobState.RUNNING)
        for _ in range(2):
            assert sweeps.acquire(timeout=_PATIENCE)
        set_by = by
        for _ in range(3):
            assert sweeps.acquire(timeout=_PATIENCE)
        let_go.set()
        until(lambda: _finished(school, [submission]))

    assert school.job(submission).attempts == 1


def test_a_clock_that_was_set_is_noticed_and_one_that_drifts_is_not() -> None:
    steady = [0.0]
    jumps = Jumps(lambda: steady[0])
    start = datetime(2026, 11, 22, tzinfo=UTC)
    assert jumps.seen(start) is None
    steady[0] = 10
    assert jumps.seen(start + timedelta(seconds=11)) is None
    steady[0] = 20
    assert jumps.seen(start + timedelta(seconds=21) - _BACK) == -_BACK
    steady[0] = 30
    assert jumps.seen(start + timedelta(seconds=31) - _BACK) is None


def test_machines_of_a_cluster_share_a_clock(school: School) -> None:
    wrong = utc_now() - _BACK
    with school.database.read() as session:
        found = moment(session, lambda: wrong)

    assert (found == wrong) == school.database.embedded


def test_the_figures_have_no_negative_times(ahead: School) -> None:
    ahead.submit(ahead.student())
    submission = ahead.submit(ahead.student())
    with ahead.database.begin() as session:
        job = session.get_one(Job, ahead.job(submission).id)
        job.state, job.started_at, job.finished_at = JobState.DONE, utc_now(), utc_now() - _BACK
    with ahead.database.read() as session:
        found = figures(session, now=utc_now())

    assert (found.oldest_seconds, found.waited, found.graded_in) == (0, [0], [0])


def test_a_queue_that_stands_still_is_seen_whatever_the_clock_says(ahead: School) -> None:
    ahead.submit(ahead.student())
    steady = [0.0]
    stillness = Stillness(lambda: steady[0])
    now = utc_now()
    with ahead.database.begin() as session:
        session.add(Worker(host="x", process=1, slots=1, level="E3", started_at=now, seen_at=now))
    first = lacks(ahead.database, now=now, stillness=stillness)
    steady[0] = STUCK.total_seconds()
    later = lacks(ahead.database, now=now, stillness=stillness)

    assert first == []
    assert later == [FailedCheck(ReadinessPart.QUEUE, int(STUCK.total_seconds()))]


def test_a_queue_that_moves_is_well_however_long_it_is(ahead: School) -> None:
    first, _ = ahead.submit(ahead.student()), ahead.submit(ahead.student())
    steady = [0.0]
    stillness = Stillness(lambda: steady[0])
    now = utc_now()
    with ahead.database.begin() as session:
        assert stillness.seconds(session, now) is None
        steady[0] = 10 * STUCK.total_seconds()
        job = session.get_one(Job, ahead.job(first).id)
        job.state, job.started_at, job.finished_at = JobState.DONE, now, now
        session.flush()
        assert stillness.seconds(session, now) is None


def _sweep(school: School, now: datetime) -> None:
    with school.database.begin() as session:
        release(session, overdue(now), now=now)


def _finished(school: School, submissions: list[UUID]) -> bool:
    return all(school.submission(each).state not in UNFINISHED for each in submissions)
