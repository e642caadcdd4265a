"""Handing in: what is taken, what is reused, what an attempt costs."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import func, select

from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.errors import Closed, NoAttemptsLeft, NotOpenYet, NotWithdrawable, TooSoon
from submissions.grading.intake.attempts import own_attempts
from submissions.grading.intake.submit import submit, withdraw
from submissions.grading.work.results import work
from submissions.jobs import claims
from submissions.jobs.retries import GRADING
from submissions.people.access.policy import Caller, viewer_in
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Extension,
    Grading,
    Job,
    JobState,
    State,
    StoredFile,
    Submission,
)
from tests.world.classroom import OPERATOR
from tests.world.school import MONDAY, School


def test_a_file_handed_in_is_queued_with_its_job_and_bytes(school: School) -> None:
    submission = school.submission(school.submit(school.student()))

    assert (submission.state, submission.attempt, submission.reused) == (State.QUEUED, 1, False)
    assert school.job(submission.id).state == JobState.WAITING
    assert _count(school, StoredFile) == 1


def test_what_is_rolled_back_leaves_nothing(school: School) -> None:
    student = school.student()

    def fail_after_all() -> None:
        with school.database.begin() as session:
            assignment = session.get_one(Assignment, school.assignment_id)
            submit(session, Caller(student), assignment, Source("a.py", b"pass"), now=MONDAY)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_all()

    assert [_count(school, table) for table in (Submission, Grading, Job, StoredFile)] == [0, 0, 0, 0]


def test_the_same_bytes_reuse_the_grading_and_use_no_attempt(school: School) -> None:
    student = school.student()
    first = school.submit(student)
    school.grade_all()
    again = school.submission(school.submit(student))

    assert (again.state, again.attempt, again.reused) == (State.GRADED, 0, True)
    assert again.grading_id == school.submission(first).grading_id


def test_the_same_bytes_while_they_are_graded_end_together(school: School) -> None:
    student = school.student()
    first = school.submit(student)
    taken = school.taken()
    again = school.submit(student)
    school.store(taken)

    assert [school.submission(each).state for each in (first, again)] == [State.GRADED, State.GRADED]
    assert _count(school, Grading) == 1


@pytest.mark.parametrize("changed", ["bytes", "name", "version", "student", "class"])
def test_anything_else_is_graded_anew(school: School, changed: str) -> None:
    student = school.student()
    school.submit(student, "one")
    school.grade_all()
    if changed == "version":
        with school.database.begin() as session:
            assignment = session.get_one(Assignment, school.assignment_id)
            draft = assignments.draft_of(session, assignment)
            other = replace(draft, weights={next(iter(draft.chosen)): 3})
            assignments.change(
                session, OPERATOR, assignment, other, revision=assignment.revision, now=school.clock()
            )
    text = "two" if changed == "bytes" else "one"
    name = "other.py" if changed == "name" else "value.py"
    who = school.student() if changed == "student" else student
    again = school.submission(school.submit(who, text, name, "Other" if changed == "class" else ""))

    assert not again.reused


@pytest.mark.parametrize(
    ("of_assignment", "of_file", "graded"),
    [("", "", ""), ("", "Mine", "Mine"), ("Ours", "", "Ours"), ("Ours", "Mine", "Ours")],
)
def test_the_class_that_the_assignment_names_comes_before_that_of_the_file(
    school: School, of_assignment: str, of_file: str, graded: str
) -> None:
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        draft = replace(assignments.draft_of(session, assignment), class_name=of_assignment, keep_graph=True)
        revision = assignment.revision
        assignments.change(session, OPERATOR, assignment, draft, revision=revision, now=school.clock())
    school.submit(school.student(), class_name=of_file)
    with school.database.read() as session:
        asked = work(session, session.scalars(select(Job)).one(), b"secret")

    assert (asked.assignment.class_name or asked.source.class_name) == graded
    assert asked.assignment.keep_graph


def test_the_bytes_of_two_students_are_stored_once_and_graded_apart(school: School) -> None:
    for _ in range(2):
        school.submit(school.student(), "same")

    assert (_count(school, StoredFile), _count(school, Grading)) == (1, 2)


def test_everybody_may_hand_in_the_same_new_file_at_once(school: School) -> None:
    students = [school.student() for _ in range(8)]
    with ThreadPoolExecutor(len(students)) as pool:
        made = list(pool.map(lambda student: school.submit(student, "the starter file"), students))

    assert len(set(made)) == len(students)
    assert _count(school, StoredFile) == 1


def test_two_files_of_one_student_at_once_are_two_attempts(database: Database) -> None:
    school = School.open(database, attempt_limit=3)
    student = school.student()

    def one(number: int) -> bool:
        try:
            school.submit(student, f"file {number}")
        except NoAttemptsLeft:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(one, range(6)))

    assert sum(taken) == 3
    assert sorted(_attempts(school, student)) == [1, 2, 3]


def test_attempts_run_out_and_an_extension_gives_more(database: Database) -> None:
    school = School.open(database, attempt_limit=1)
    student = school.student()
    school.submit(student, "one")
    with pytest.raises(NoAttemptsLeft):
        school.submit(student, "two")
    _extend(school, student, more_attempts=1)

    assert school.submission(school.submit(student, "two")).attempt == 2


def test_what_we_failed_at_uses_no_attempt(database: Database) -> None:
    school = School.open(database, attempt_limit=1)
    student = school.student()
    school.submit(student, "one")
    taken = school.taken()
    with school.database.begin() as session:
        claims.fail(session, session.get_one(Job, taken.job_id), "ours", None, now=school.clock())
        made = session.get_one(Assignment, school.assignment_id)
        left = own_attempts(session, viewer_in(session, Caller(student), made), made, now=school.clock())

    assert (left.used, left.limit) == (0, 1)
    assert school.submission(school.submit(student, "one")).attempt == 1


def test_a_cooldown_says_from_when_on(database: Database) -> None:
    school = School.open(database, cooldown_seconds=60)
    student = school.student()
    school.submit(student, "one")
    school.clock.advance(seconds=59)
    with pytest.raises(TooSoon) as refused:
        school.submit(student, "two")
    school.clock.advance(seconds=1)
    school.submit(student, "two")

    assert refused.value.until == MONDAY + timedelta(seconds=60)


def test_nothing_is_taken_before_it_opens_or_after_it_closes(database: Database) -> None:
    school = School.open(database, opens_at=MONDAY + timedelta(hours=1), due_at=MONDAY + timedelta(hours=2))
    student = school.student()
    with pytest.raises(NotOpenYet):
        school.submit(student)
    school.clock.advance(hours=2)
    school.submit(student)
    school.clock.advance(seconds=1)
    with pytest.raises(Closed):
        school.submit(student, "late")


def test_an_extension_takes_late_work_of_one_student(database: Database) -> None:
    school = School.open(database, due_at=MONDAY)
    mine, other = school.student(), school.student()
    _extend(school, mine, due_at=MONDAY + timedelta(days=1))
    school.clock.advance(hours=12)
    school.submit(mine)
    with pytest.raises(Closed):
        school.submit(other)


def test_an_archived_assignment_takes_nothing(school: School) -> None:
    student = school.student()
    with school.assignment() as assignment:
        assignment.archived_at = MONDAY
    with pytest.raises(Closed):
        school.submit(student)


def test_what_waits_can_be_taken_back_and_is_never_graded(database: Database) -> None:
    school = School.open(database, attempt_limit=1)
    student = school.student()
    submission = school.submit(student, "one")
    _withdraw(school, submission)

    assert school.submission(submission).state == State.WITHDRAWN
    assert school.take() is None
    assert school.submission(school.submit(student, "two")).attempt == 1


def test_what_is_being_graded_or_was_cannot_be_taken_back(school: School) -> None:
    submission = school.submit(school.student())
    taken = school.taken()
    with pytest.raises(NotWithdrawable):
        _withdraw(school, submission)
    school.store(taken)
    with pytest.raises(NotWithdrawable):
        _withdraw(school, submission)


def test_each_change_of_state_counts(school: School) -> None:
    submission = school.submit(school.student())
    seen = [(school.submission(submission).state, school.submission(submission).revision)]
    taken = school.taken()
    seen.append((school.submission(submission).state, school.submission(submission).revision))
    school.store(taken)
    seen.append((school.submission(submission).state, school.submission(submission).revision))

    assert seen == [(State.QUEUED, 1), (State.GRADING, 2), (State.GRADED, 3)]
    assert GRADING.attempts == 3


def _withdraw(school: School, submission_id: UUID) -> None:
    with school.database.begin() as session:
        gone = session.get_one(Submission, submission_id)
        withdraw(session, Caller(gone.person_id), gone, now=school.clock())


def _extend(school: School, student: UUID, **given: object) -> None:
    with school.database.begin() as session:
        session.add(
            Extension(assignment_id=school.assignment_id, person_id=student, created_at=MONDAY, **given)
        )


def _attempts(school: School, student: UUID) -> list[int]:
    with school.database.read() as session:
        return list(session.scalars(select(Submission.attempt).where(Submission.person_id == student)))


def _count(school: School, table: type) -> int:
    with school.database.read() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0
