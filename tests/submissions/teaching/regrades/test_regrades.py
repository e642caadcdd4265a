from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades import cells
from submissions.errors import Unusable
from submissions.grading.intake.submit import submit, withdraw
from submissions.grading.work.queue import DRY_RUN, Whose, enqueue
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    Course,
    Grading,
    GradingReason,
    Job,
    JobState,
    Person,
    RegradeRun,
    RunScope,
    Submission,
)
from submissions.teaching.regrades import regrade_runs, regrades
from tests.world import classroom
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW

_DRAFT = Draft(title="Core", published=True)
_LATER = NOW + timedelta(hours=1)


def test_a_class_is_tried_on_the_current_version_and_keeps_its_grades(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _room(session)
        for login in "abc":
            classroom.graded(session, _submission(session, made, course, login), "50")
        _another_version(session, made)
        before = regrades.progress(session, OPERATOR, made)
        run = _tried(session, made)
        after = regrades.progress(session, OPERATOR, made)

        assert regrade_runs.progress(session, run).waiting == 3
        assert (before.outdated, before.waiting) == (3, 0)
        assert (after.outdated, after.waiting) == (3, 0)
        assert [job.priority <= DRY_RUN for job in _waiting(session)] == [True] * 3
        assert {grading.reason for grading in _again(session)} == {GradingReason.DRY_RUN}


def test_the_old_grade_stands_until_the_new_one_is_there(database: Database) -> None:
    with database.begin() as session:
        course, owner, made = _room(session)
        submission = classroom.graded(session, _submission(session, made, course, "a"), "50")
        regrades.one(session, owner, submission, now=_LATER)
        meanwhile = _points(session, course, submission)
        classroom.graded(session, submission, "75")

        assert meanwhile == 50
        assert _points(session, course, submission) == 75


def test_asking_twice_grades_once(database: Database) -> None:
    with database.begin() as session:
        course, owner, made = _room(session)
        submission = classroom.failed(session, _submission(session, made, course, "a"))
        regrades.failed(session, OPERATOR, made, now=_LATER)
        again = regrades.failed(session, OPERATOR, made, now=_LATER)

        assert again.queued == 0
        with pytest.raises(Unusable) as caught:
            regrades.one(session, owner, submission, now=_LATER)
        assert caught.value.why == "not-gradable-again"


def test_what_waits_or_was_taken_back_is_left_alone(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _room(session)
        _submission(session, made, course, "waits")
        gone = _submission(session, made, course, "gone")
        withdraw(session, Caller(gone.person_id), gone, now=NOW)

        assert regrade_runs.progress(session, _tried(session, made)).total == 0


def test_our_failures_are_graded_again(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _room(session)
        classroom.failed(session, _submission(session, made, course, "a"))

        assert regrades.progress(session, OPERATOR, made).failed == 1
        assert regrades.failed(session, OPERATOR, made, now=_LATER).queued == 1


def test_one_grading_serves_all_that_have_the_same_bytes(database: Database) -> None:
    with database.begin() as session:
        course, owner, made = _room(session)
        student = classroom.member(session, course, "a")
        classroom.graded(session, classroom.handed_in(session, made, student), "50")
        repeated = classroom.handed_in(session, made, student, at=_LATER)
        assert repeated.reused
        regrades.one(session, owner, repeated, now=_LATER)

        assert len(_waiting(session)) == 1
        assert regrade_runs.progress(session, _tried(session, made)).total == 0


def test_a_large_class_goes_in_by_batches(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regrade_runs, "_BATCH", 2)
    with database.begin() as session:
        course, _, made = _room(session)
        for login in "abcde":
            classroom.graded(session, _submission(session, made, course, login), "50")
        run = regrade_runs.begin(session, OPERATOR, made, RunScope.ALL, now=_LATER)
        more = [regrade_runs.extend(session, OPERATOR, run.id, now=_LATER) for _ in range(4)]

        assert more == [True, True, False, False]
        assert regrade_runs.progress(session, run).total == 5


def test_many_jobs_have_the_priorities_that_each_alone_would_have(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _room(session)
        twice = classroom.member(session, course, "twice")
        for content in (b"1", b"2"):
            classroom.graded(session, classroom.handed_in(session, made, twice, content=content), "50")
        for number in range(25):
            classroom.graded(session, _submission(session, made, course, f"s{number}"), "50")
        with _noted() as jobs:
            _tried(session, made)
        together = [(job.person_id, job.priority) for job in jobs]
        alone = []
        for job in jobs:
            session.delete(job)
        session.flush()
        for job in jobs:
            grading = session.get_one(Grading, job.grading_id)
            made_alone = enqueue(session, grading, Whose(course.id, job.person_id), DRY_RUN)
            alone.append((made_alone.person_id, made_alone.priority))

        assert together == alone
        assert min(priority for _, priority in together) == DRY_RUN - 1


def test_a_student_who_hands_in_goes_before_every_regrade(database: Database) -> None:
    with database.begin() as session:
        course, _, made = _room(session)
        for login in "abc":
            classroom.graded(session, _submission(session, made, course, login), "50")
        _tried(session, made)
        newcomer = classroom.member(session, course, "new")
        submit(session, Caller(newcomer.id), made, Source("v.py", b"new"), now=_LATER)
        theirs = {job.person_id: job.priority for job in _waiting(session)}

        assert len(theirs) == 4
        assert theirs.pop(newcomer.id) > max(theirs.values())


@contextmanager
def _noted() -> Iterator[list[Job]]:
    """The jobs that are written meanwhile, in their order."""
    jobs: list[Job] = []

    def note(_mapper: object, _connection: object, job: Job) -> None:
        jobs.append(job)

    event.listen(Job, "before_insert", note)
    try:
        yield jobs
    finally:
        event.remove(Job, "before_insert", note)


def _waiting(session: Session) -> Sequence[Job]:
    return session.scalars(select(Job).where(Job.state == JobState.WAITING)).all()


def _room(session: Session) -> tuple[Course, Caller, Assignment]:
    course, owner = classroom.course(session)
    return course, owner, classroom.assignment(session, course, _DRAFT)


def _submission(session: Session, made: Assignment, course: Course, login: str) -> Submission:
    student: Person = classroom.member(session, course, login)
    return classroom.handed_in(session, made, student)


def _tried(session: Session, made: Assignment) -> RegradeRun:
    run = regrade_runs.begin(session, OPERATOR, made, RunScope.ALL, now=_LATER)
    while regrade_runs.extend(session, OPERATOR, run.id, now=_LATER):
        pass
    return run


def _another_version(session: Session, made: Assignment) -> None:
    draft = replace(_DRAFT, weights={"a_plus_a": 1, "five_nodes": 1})
    assignments.change(session, OPERATOR, made, draft, revision=made.revision, now=NOW)


def _again(session: Session) -> list[Grading]:
    return list(session.scalars(select(Grading).where(Grading.created_at == _LATER)))


def _points(session: Session, course: Course, submission: Submission) -> Decimal:
    found = cells.grades(session, cells.columns(session, course.id))
    assert submission.person_id is not None
    return found[submission.person_id][submission.assignment_id].points
