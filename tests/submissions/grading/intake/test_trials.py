"""Trials come after every student, leave a slot free, and an address that hangs pays for it alone."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from uuid import UUID

import pytest
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from grader.report import Report
from submissions.errors import TooOften
from submissions.grading.work import trial_time
from submissions.grading.work.results import Work
from submissions.grading.work.task import grading_engine, has_room_for_trial
from submissions.jobs.claims import Claim, claim, hand_back
from submissions.jobs.host import JobHost, Pace
from submissions.operating.metrics import oldest_waiting
from submissions.operating.service import utc_now
from submissions.people.access import throttle
from submissions.tables import UNFINISHED, Job, JobKind, State
from submissions.tables.identity import new_id
from tests.patience import until
from tests.submissions.grading.work.test_claims import _again
from tests.world.engine import working
from tests.world.school import School, grader, report

_PACE = Pace(beat=0.2, look=0.1, grace=1.0)
_PATIENCE = 30.0
_HANGING = 10.0
"""Seconds that a file takes that hangs."""


class Hanging:
    """Grades files of courses; trials hang until they are let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()
        self.hang = self.most = 0
        self._turn = threading.Lock()

    def __call__(self, work: Work) -> Report:
        """Grade, sooner or later."""
        if b"trial" in work.source.content:
            with self._turn:
                self.hang += 1
                self.most = max(self.most, self.hang)
            assert self.let_go.wait(_PATIENCE)
            with self._turn:
                self.hang -= 1
        return report(work)


def test_every_student_goes_before_any_trial_whenever_they_came(school: School) -> None:
    tried = [school.try_out(f"trial {number}", f"192.0.2.{number}") for number in range(3)]
    student = school.student()
    handed_in = [school.submit(student, f"file {number}") for number in range(30)]
    late = school.submit(school.student())

    graded = school.grade_all()
    assert set(graded[:31]) == {*handed_in, late}
    assert graded[31:] == tried


def test_a_re_grade_goes_before_any_trial(school: School) -> None:
    old = school.submit(school.student())
    school.grade_all()
    tried = school.try_out("trial")
    _again(school, old)

    assert school.grade_all() == [old, tried]


def test_the_first_trial_of_every_address_goes_before_the_second_of_any(school: School) -> None:
    eager = [school.try_out(f"trial {number}", "192.0.2.1") for number in range(3)]
    slow = school.try_out("trial", "192.0.2.2")

    assert school.grade_all() == [eager[0], slow, *eager[1:]]


def test_where_no_trial_may_be_taken_a_student_is(school: School) -> None:
    school.try_out("trial")
    now, no_trial = school.clock(), [Job.course_id.is_not(None)]
    take = partial(claim, now=now, until=now + timedelta(seconds=20), also=no_trial)
    with school.database.begin() as session:
        assert take(session, JobKind.GRADING, new_id()) is None
    student = school.submit(school.student())
    with school.database.begin() as session:
        taken = take(session, JobKind.GRADING, new_id())

    assert taken is not None
    assert (school.submission_of(taken), taken.course_id) == (student, school.course_id)


@pytest.mark.parametrize(("slots", "most"), [(1, 1), (2, 1), (3, 1), (4, 2), (8, 4)])
def test_trials_have_half_of_the_slots_and_never_the_last(slots: int, most: int) -> None:
    rooms = [has_room_for_trial(_held(trials), slots) for trials in range(slots)]
    assert rooms == [number < most for number in range(slots)]


@pytest.mark.parametrize("slots", [2, 3, 8])
def test_beside_students_the_last_slot_is_kept_for_another(slots: int) -> None:
    rooms = [has_room_for_trial(_held(0, students), slots) for students in range(slots)]
    assert rooms == [True] * (slots - 1) + [False]


def test_a_student_is_graded_while_trials_hang(school: School) -> None:
    """On both engines: six files that hang leave a slot free, and are all graded in the end."""
    hanging = Hanging()
    tried = [school.try_out(f"trial {number}") for number in range(6)]
    with _engine(school, hanging, slots=2):
        until(lambda: hanging.hang == 1)
        for _ in range(3):
            _until_graded(school, _hand_in(school))
        assert (hanging.hang, hanging.most) == (1, 1)
        hanging.let_go.set()
        until(lambda: all(school.submission(each).state not in UNFINISHED for each in tried))

    assert hanging.most == 1
    assert {school.submission(each).state for each in tried} == {State.GRADED}


def test_with_one_slot_a_trial_waits_for_students(school: School) -> None:
    hanging = Hanging()
    hanging.let_go.set()
    tried = school.try_out("trial")
    students = [school.submit(school.student()) for _ in range(5)]
    with _engine(school, hanging, slots=1):
        until(lambda: school.submission(tried).state == State.GRADED)

    finished = {each: school.grading(each).finished_at for each in [*students, tried]}
    assert max(finished, key=lambda each: finished[each] or utc_now()) == tried


def test_an_address_that_goes_on_waits_until_the_hour_is_over(school: School) -> None:
    for _ in range(6):
        school.try_out("trial")
        _hang(school, "192.0.2.1", _HANGING)
    with pytest.raises(TooOften) as refused:
        school.try_out("trial")
    school.try_out("trial", "192.0.2.2")
    student = school.submit(school.student())
    school.clock.now = refused.value.until
    school.try_out("trial")

    assert school.submission(student).state == State.QUEUED


def test_time_is_counted_for_the_address_a_trial_came_from(school: School) -> None:
    hanging = Hanging()
    tried = school.try_out("trial")
    with _engine(school, hanging, slots=2):
        until(lambda: hanging.hang == 1)
        threading.Event().wait(0.2)  # the time that is counted
        hanging.let_go.set()
        until(lambda: school.submission(tried).state == State.GRADED)

    with school.database.begin() as session:
        address = throttle.hidden(session, "192.0.2.1", now=utc_now())
        assert trial_time._used(session, address, utc_now()) > 0  # how much of it, the load says
        other = throttle.hidden(session, "192.0.2.2", now=utc_now())
        assert trial_time._used(session, other, utc_now()) == 0


def test_no_address_is_kept(school: School) -> None:
    school.try_out("trial", "198.51.100.77")
    _hang(school, "198.51.100.77", 5.0)

    with school.database.read() as session:
        for table in inspect(session.connection()).get_table_names():
            rows = session.execute(text(f'SELECT * FROM "{table}"'))  # noqa: S608 - a table of ours
            assert "198.51.100.77" not in str(rows.all())


def test_a_trial_that_is_handed_back_is_taken_again(school: School) -> None:
    tried = school.try_out("trial")
    taken = school.taken()
    with school.database.begin() as session:
        hand_back(session, session.get_one(Job, taken.job_id), until=school.clock())
    hanging = Hanging()
    hanging.let_go.set()
    with _engine(school, hanging, slots=2):
        until(lambda: school.submission(tried).state == State.GRADED)


def test_a_trial_that_waits_behind_students_is_no_alarm(school: School) -> None:
    school.try_out("trial")
    school.clock.advance(minutes=9)
    with school.database.read() as session:
        assert oldest_waiting(session, now=school.clock()) is None
    school.submit(school.student())
    with school.database.read() as session:
        assert oldest_waiting(session, now=school.clock()) == school.clock()


@contextmanager
def _engine(school: School, hanging: Hanging, *, slots: int) -> Iterator[None]:
    made = working(school.database, grader(hanging), slots=slots, now=utc_now, pace=_PACE)
    with made:
        try:
            yield
        finally:
            hanging.let_go.set()


def _hand_in(school: School) -> UUID:
    submission = school.submit(school.student())
    school.database.bell.wake()
    return submission


def _held(trials: int, students: int = 0) -> list[Claim]:
    courses = [None] * trials + [new_id()] * students
    return [Claim(new_id(), JobKind.GRADING, "", 1, new_id(), course_id=each) for each in courses]


def _until_graded(school: School, submission: UUID) -> None:
    until(lambda: school.submission(submission).state == State.GRADED)


def _hang(school: School, whom: str, seconds: float) -> None:
    with school.database.begin() as session:
        address = throttle.hidden(session, whom, now=school.clock())
        trial_time.charge(session, address, seconds, now=school.clock())


def test_a_slot_is_free_again_where_a_job_could_not_be_taken(school: School) -> None:
    """The claim was made, and its transaction could not be committed."""
    school.try_out("trial")
    host = JobHost(school.database, utc_now, _PACE)
    crew = grading_engine(host, grader(), slots=2)
    with pytest.raises(OperationalError), _commits_fail():
        crew.turn()
    assert crew.turn()
    assert host.holds() == []


@pytest.mark.parametrize(
    ("load", "processors", "counted"),
    [(0.3, 2, 10.0), (2.0, 2, 10.0), (8.0, 2, 2.5), (64.0, 16, 2.5), (None, 2, 10.0)],
)
def test_a_machine_that_is_too_busy_is_not_charged_to_an_address(
    load: float | None, processors: int, counted: float
) -> None:
    def average() -> float:
        if load is None:
            raise OSError
        return load

    assert trial_time.of_its_own(10.0, load=average, processors=processors) == counted


@contextmanager
def _commits_fail() -> Iterator[None]:
    def fail(_: Session) -> None:
        raise OperationalError("COMMIT", None, OSError())

    event.listen(Session, "before_commit", fail)
    try:
        yield
    finally:
        event.remove(Session, "before_commit", fail)
