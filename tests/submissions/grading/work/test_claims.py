"""Jobs: one attempt at a time holds one, and only that one writes a result."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest

from submissions.grading.work.queue import REGRADE, Whose, ahead, enqueue, job_of
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import LOST, fail, hand_back, held, release, renew
from submissions.jobs.clock import overdue
from submissions.jobs.host import JobHost
from submissions.jobs.retries import GRADING
from submissions.storage.database import Database
from submissions.tables import Grading, GradingReason, Job, JobKind, JobState, State, StoredReport, Submission
from submissions.tables.identity import new_id
from tests.world.school import School, report, work_of

_SECONDS_20 = timedelta(seconds=20)


def test_a_job_is_claimed_by_one_of_many(school: School) -> None:
    for _ in range(20):
        school.submit(school.student())
    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(lambda _: school.take(), range(40)))

    taken = [each.job_id for each in claims if each]
    assert (len(taken), len(set(taken))) == (20, 20)


def test_a_file_that_was_never_graded_does_not_take_a_chore_for_its_job(school: School) -> None:
    with school.database.begin() as session:
        session.add(Job(kind=JobKind.HOUSEKEEPING, chore="somebody's", created_at=school.clock()))
        session.flush()

        assert job_of(session, Submission(grading_id=None)) is None


def test_owners_of_attempts_are_all_different(school: School) -> None:
    school.submit(school.student())
    worker = new_id()
    owners = set()
    for _ in range(3):
        taken = school.take(worker)
        assert taken is not None
        owners.add(taken.owner)
        with school.database.begin() as session:
            hand_back(session, session.get_one(Job, taken.job_id), until=school.clock())

    assert len(owners) == 3


def test_a_stale_attempt_writes_nothing(school: School) -> None:
    submission = school.submit(school.student())
    stale = school.taken()
    _lose(school)
    current = school.taken()

    assert not school.store(stale, passed=False)
    assert school.submission(submission).state == State.GRADING
    assert school.store(current)
    assert not school.store(stale, passed=False)
    assert school.grading(submission).passed


def test_a_stale_attempt_can_neither_give_up_nor_put_back(school: School) -> None:
    submission = school.submit(school.student())
    stale = school.taken()
    _lose(school)
    current = school.taken()
    with school.database.begin() as session:
        assert held(session, stale) is None
        assert held(session, current) is not None
    host = JobHost(school.database, school.clock)
    host.hand_back(stale)
    host.fail(stale, "", None)

    assert school.job(submission).state == JobState.RUNNING


def test_one_result_counts_however_many_attempts_finish(school: School) -> None:
    submission = school.submit(school.student())
    attempts = [school.taken()]
    _lose(school)
    attempts.append(school.taken())
    with ThreadPoolExecutor(8) as pool:
        stored = list(pool.map(school.store, attempts * 4))

    assert sum(stored) == 1
    assert school.submission(submission).revision == 5


def test_a_lease_that_is_renewed_is_not_lost(school: School) -> None:
    school.submit(school.student())
    taken = school.taken()
    school.clock.advance(seconds=15)
    with school.database.begin() as session:
        renew(session, [taken.owner], until=school.clock() + _SECONDS_20)
    school.clock.advance(seconds=15)

    assert _release(school) == 0
    assert school.store(taken)


def test_a_lost_job_goes_back_and_remembers_why(school: School) -> None:
    submission = school.submit(school.student())
    school.taken()
    _lose(school)

    job = school.job(submission)
    assert (job.state, job.error, job.attempts, job.owner) == (JobState.WAITING, LOST, 1, None)
    assert school.submission(submission).state == State.QUEUED


def test_a_job_that_takes_workers_with_it_is_given_up(school: School) -> None:
    submission = school.submit(school.student())
    for _ in range(GRADING.attempts):
        school.taken()
        _lose(school)
        school.clock.advance(seconds=10)

    assert school.take() is None
    assert school.job(submission).state == JobState.GIVEN_UP
    assert school.submission(submission).state == State.INTERNAL_ERROR


def test_a_job_that_took_two_workers_with_it_lets_others_go_first(school: School) -> None:
    suspect = school.submit(school.student())
    for _ in range(2):
        school.taken()
        _lose(school)
    other = school.submit(school.student())
    first = school.grade_all()
    school.clock.advance(seconds=10)

    assert first == [other]
    assert school.grade_all() == [suspect]


def test_what_is_handed_back_costs_no_attempt(school: School) -> None:
    submission = school.submit(school.student())
    for _ in range(GRADING.attempts + 2):
        taken = school.taken()
        with school.database.begin() as session:
            hand_back(session, session.get_one(Job, taken.job_id), until=school.clock())

    assert (school.job(submission).attempts, school.submission(submission).state) == (0, State.QUEUED)


def test_a_job_that_rests_is_not_taken_before_its_time(school: School) -> None:
    school.submit(school.student())
    taken = school.taken()
    with school.database.begin() as session:
        fail(session, session.get_one(Job, taken.job_id), "x", _SECONDS_20, now=school.clock())
    school.clock.advance(seconds=19)
    early = school.take()
    school.clock.advance(seconds=1)

    assert early is None
    assert school.take() is not None


def test_a_new_process_frees_everything_that_the_old_one_held(school: School) -> None:
    for _ in range(3):
        school.submit(school.student())
        school.taken()
    with school.database.begin() as session:
        freed = release(session, now=school.clock())

    assert freed == 3
    assert len(school.grade_all()) == 3


def test_a_result_reaches_the_same_bytes_handed_in_while_it_is_stored(school: School) -> None:
    """What waits for a lock must not be overtaken: without it the second would be in grading for ever."""
    student = school.student()
    school.submit(student)
    taken = school.taken()
    again: list[UUID] = []
    second = threading.Thread(target=lambda: again.append(school.submit(student)))
    with school.database.begin() as session:
        made = FinishedReport.of(report(work_of(session, taken.job_id)))
        store(session, taken, made, now=school.clock())
        session.flush()
        second.start()
        second.join(0.5)
    second.join()

    assert school.submission(again[0]).state == State.GRADED


def test_everybodys_first_job_goes_before_anybodys_second(school: School) -> None:
    eager, slow = school.student(), school.student()
    first = [school.submit(eager, f"file {number}") for number in range(3)]
    late = school.submit(slow)

    assert school.grade_all() == [first[0], late, first[1], first[2]]


def test_a_busy_course_yields_to_a_quiet_one(database: Database) -> None:
    busy, quiet = School.open(database), School.open(database)
    crowd = [busy.submit(busy.student()) for _ in range(25)]
    one = quiet.submit(quiet.student())

    assert busy.grade_all().index(one) == 20
    assert len(crowd) == 25


def test_re_grades_wait_for_everybody_and_push_nobody_back(school: School) -> None:
    student = school.student()
    old = school.submit(student, "old")
    school.grade_all()
    for _ in range(30):
        _again(school, old)
    new = school.submit(student, "new")

    assert school.job(new).priority == 0
    assert school.grade_all()[0] == new


def test_a_place_in_the_queue_counts_those_before(school: School) -> None:
    jobs = [school.job(school.submit(school.student())) for _ in range(4)]
    school.taken()
    with school.database.read() as session:
        places = [ahead(session, job) for job in jobs[1:]]

    assert places == [0, 1, 2]


def test_the_grading_that_was_asked_for_last_counts_whichever_ends_last(school: School) -> None:
    submission = school.submit(school.student())
    school.grade_all()
    earlier, later = (_again(school, submission) for _ in range(2))
    claims = {_grading_of(school, each.job_id): each for each in (school.taken(), school.taken())}
    school.store(claims[later], passed=True)
    school.store(claims[earlier], passed=False)

    counted = school.grading(submission)
    assert (counted.id, counted.passed) == (later, True)


def test_a_re_grade_counts_for_those_that_reused_the_grading(school: School) -> None:
    student = school.student()
    both = [school.submit(student), school.submit(student)]
    school.grade_all()
    later = _again(school, both[0])
    school.grade_all()

    assert [school.submission(each).grading_id for each in both] == [later, later]


def test_a_re_grade_that_we_fail_at_leaves_the_grade_as_it_was(school: School) -> None:
    submission = school.submit(school.student())
    school.grade_all()
    before = school.grading(submission).id
    _again(school, submission)
    taken = school.taken()
    with school.database.begin() as session:
        fail(session, session.get_one(Job, taken.job_id), "ours", None, now=school.clock())

    assert (school.grading(submission).id, school.submission(submission).state) == (before, State.GRADED)


def test_the_same_bytes_on_the_same_version_get_the_same_inputs(school: School) -> None:
    jobs = [school.job(school.submit(school.student(), text)) for text in ("a", "a", "b")]
    with school.database.read() as session:
        seeds = [work_of(session, job.id).seed for job in jobs]

    assert seeds[0] == seeds[1]
    assert seeds[0] != seeds[2]


def test_a_report_is_kept_whole(school: School) -> None:
    submission = school.submit(school.student())
    school.grade_all()
    kept = school.grading(submission)

    assert (kept.state, kept.passed, kept.points, kept.sandbox) == ("graded", True, Decimal(100), "E2")
    with school.database.read() as session:
        assert '"format":2' in session.get_one(StoredReport, kept.id).content


@pytest.mark.parametrize("everything", [False, True])
def test_what_waits_or_is_done_is_not_freed(school: School, *, everything: bool) -> None:
    school.submit(school.student())
    school.grade_all()
    school.submit(school.student())

    assert _release(school, everything=everything) == 0


def _lose(school: School) -> None:
    school.clock.advance(seconds=21)
    assert _release(school) == 1


def _release(school: School, *, everything: bool = False) -> int:
    with school.database.begin() as session:
        now = school.clock()
        return release(session, *(() if everything else (overdue(now),)), now=now)


def _grading_of(school: School, job_id: UUID) -> UUID | None:
    with school.database.read() as session:
        return session.get_one(Job, job_id).grading_id


def _again(school: School, submission_id: UUID) -> UUID:
    """A re-grade; its grading."""
    school.clock.advance(milliseconds=1)
    with school.database.begin() as session:
        submission = session.get_one(Submission, submission_id)
        version = session.get_one(Grading, submission.grading_id).version_id
        grading = Grading(
            submission_id=submission.id,
            version_id=version,
            reason=GradingReason.REGRADE,
            created_at=school.clock(),
        )
        session.add(grading)
        session.flush()
        enqueue(session, grading, Whose(school.course_id, submission.person_id), REGRADE)
        return grading.id
