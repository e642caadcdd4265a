"""Reports and files are deleted when their time is over; grades stay, and all that is still needed."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Deleted, Unusable
from submissions.grading.work import retention
from submissions.grading.work.housekeeping import clean_up
from submissions.grading.work.retention import Retention, delete_overdue
from submissions.operating.settings import Settings
from submissions.tables import (
    Assignment,
    Extension,
    Grading,
    RunScope,
    StoredFile,
    StoredReport,
    Submission,
)
from submissions.teaching.regrades import regrade_runs, regrades
from submissions.teaching.results import reading
from submissions.teaching.results.result import report_of, result_of
from tests.world.classroom import OPERATOR
from tests.world.school import MONDAY, School

TEN_DAYS = timedelta(days=10)
BOTH = Retention(TEN_DAYS, TEN_DAYS)


@pytest.fixture
def closing(school: School) -> School:
    """The assignment closes in a day."""
    with school.assignment() as assignment:
        assignment.due_at = MONDAY + timedelta(hours=12)
        assignment.closes_at = MONDAY + timedelta(days=1)
    return school


def left(school: School) -> tuple[int, int]:
    """How many reports and files are there."""
    with school.database.read() as session:
        reports = session.scalar(select(func.count()).select_from(StoredReport)) or 0
        files = session.scalar(select(func.count()).where(StoredFile.deleted_at.is_(None))) or 0
    return reports, files


def delete(school: School, kept: Retention = BOTH) -> retention.DeletionBatch:
    return delete_overdue(school.database, kept, now=school.clock())


def graded(school: School, text: str = "class Value: ...") -> "tuple[Submission, Grading]":
    submission = school.submit(school.student(), text)
    school.grade_all()
    return school.submission(submission), school.grading(submission)


def test_when_nothing_is_set_everything_is_kept(closing: School) -> None:
    graded(closing)
    closing.clock.advance(days=10_000)

    assert (
        delete(
            closing, Retention.of_days(reports=Settings().keep_reports_days, files=Settings().keep_files_days)
        )
        == retention.DeletionBatch()
    )
    assert left(closing) == (1, 1)


def test_what_is_over_is_deleted_and_the_grade_stays(closing: School) -> None:
    submission, before = graded(closing)
    closing.clock.advance(days=10)
    assert delete(closing) == retention.DeletionBatch()
    closing.clock.advance(days=2)

    assert delete(closing) == retention.DeletionBatch(reports=1, files=1)
    assert left(closing) == (0, 0)
    after = closing.grading(submission.id)
    assert (after.points, after.passed, after.state) == (before.points, before.passed, before.state)
    with closing.database.read() as session:
        with pytest.raises(Deleted):
            report_of(session, result_of(session, OPERATOR, submission, now=closing.clock()))
        with pytest.raises(Deleted):
            reading.content(session, submission)
        stored = session.get_one(StoredFile, submission.sha256)
        assert (stored.size, stored.content, submission.sha256) == (16, b"", stored.sha256)
    assert delete(closing) == retention.DeletionBatch()


@pytest.mark.parametrize(
    ("kept", "expected"), [(Retention(reports=TEN_DAYS), (0, 1)), (Retention(files=TEN_DAYS), (1, 0))]
)
def test_each_has_its_own_time(closing: School, kept: Retention, expected: tuple[int, int]) -> None:
    graded(closing)
    closing.clock.advance(days=20)
    delete(closing, kept)

    assert left(closing) == expected


def test_an_assignment_that_never_closes_keeps_everything_until_it_is_archived(school: School) -> None:
    graded(school)
    school.clock.advance(days=1000)
    assert delete(school) == retention.DeletionBatch()
    with school.assignment() as assignment:
        assignment.archived_at = school.clock()
    school.clock.advance(days=11)

    assert delete(school) == retention.DeletionBatch(reports=1, files=1)


def test_whoever_has_more_time_keeps_it_longer(closing: School) -> None:
    submission, _ = graded(closing, "mine")
    graded(closing, "other")
    with closing.database.begin() as session:
        session.add(
            Extension(
                assignment_id=closing.assignment_id,
                person_id=submission.person_id,
                closes_at=MONDAY + timedelta(days=30),
                created_at=MONDAY,
            )
        )
    closing.clock.advance(days=20)

    assert delete(closing) == retention.DeletionBatch(reports=1, files=1)
    with closing.database.read() as session:
        assert report_of(session, result_of(session, OPERATOR, submission, now=closing.clock())) is not None
        assert reading.content(session, submission) == b"mine"


@pytest.mark.parametrize(
    ("policy", "extension"),
    [
        ({"late_accepted_days": 15}, {}),
        ({"late_accepted_days": 15, "closes_at": MONDAY + timedelta(days=3)}, {}),
        ({"closes_at": None}, {"late_days": 4}),
        ({"closes_at": None}, {"late_days": 4, "due_at": MONDAY + timedelta(days=2)}),
        ({"closes_at": MONDAY + timedelta(days=2)}, {"due_at": MONDAY + timedelta(days=6)}),
        ({"late_accepted_days": 1}, {"late_days": 4, "closes_at": MONDAY + timedelta(days=5)}),
    ],
)
def test_the_time_counts_from_when_the_student_could_submit_no_more(
    closing: School, policy: dict[str, Any], extension: dict[str, Any]
) -> None:
    submission, _ = graded(closing)
    with closing.database.begin() as session:
        assignment = session.get_one(Assignment, closing.assignment_id)
        assignment.closes_at = None
        for name, value in policy.items():
            setattr(assignment, name, value)
        given = {"assignment_id": assignment.id, "person_id": submission.person_id, "created_at": MONDAY}
        row = Extension(**given, late_days=extension.pop("late_days", 0), **extension)
        session.add(row)
        session.flush()
        closes = Deadlines.of(assignment, row).closes_at
    assert closes is not None
    closing.clock.now = closes + TEN_DAYS
    assert delete(closing) == retention.DeletionBatch()
    closing.clock.advance(hours=1)

    assert delete(closing) == retention.DeletionBatch(reports=1, files=1)


def test_a_file_that_is_needed_elsewhere_is_kept(closing: School) -> None:
    """The same bytes are in an assignment that is open."""
    graded(closing)
    with closing.database.begin() as session:
        old = session.get_one(Assignment, closing.assignment_id)
        assert old.course_id is not None
        other = assignments.create(session, OPERATOR, old.course_id, Draft(title="Other"), now=MONDAY)
        first = session.scalars(select(Submission)).one()
        session.add(
            Submission(
                assignment_id=other.id,
                person_id=first.person_id,
                sha256=first.sha256,
                file_name="value.py",
                state="graded",
                created_at=MONDAY,
            )
        )
    closing.clock.advance(days=20)

    assert delete(closing) == retention.DeletionBatch(reports=1, files=0)


def test_what_is_graded_again_is_kept_until_it_is_done_and_as_long_again(closing: School) -> None:
    submission, _ = graded(closing)
    closing.clock.advance(days=20)
    with closing.database.begin() as session:
        found = session.get_one(Submission, submission.id)
        assert found.person_id is not None
        regrades.one(session, OPERATOR, found, now=closing.clock())
    assert delete(closing) == retention.DeletionBatch(reports=1, files=0)
    closing.grade_all()

    assert delete(closing, Retention(reports=TEN_DAYS)) == retention.DeletionBatch()
    closing.clock.advance(days=11)
    assert delete(closing) == retention.DeletionBatch(reports=1, files=1)


def test_the_same_bytes_handed_in_again_are_there_again(closing: School) -> None:
    graded(closing)
    closing.clock.advance(days=20)
    delete(closing)
    with closing.assignment() as assignment:
        assignment.closes_at = assignment.due_at = None
    submission, _ = graded(closing)

    with closing.database.read() as session:
        assert reading.content(session, submission) == b"class Value: ..."
        assert report_of(session, result_of(session, OPERATOR, submission, now=closing.clock())) is not None


def test_what_has_no_file_any_more_is_not_graded_again(closing: School) -> None:
    submission, _ = graded(closing)
    closing.clock.advance(days=20)
    delete(closing)

    with closing.database.begin() as session:
        found = session.get_one(Submission, submission.id)
        assignment = session.get_one(Assignment, closing.assignment_id)
        assert found.person_id is not None
        with pytest.raises(Unusable):
            regrades.one(session, OPERATOR, found, now=closing.clock())
        run = regrade_runs.begin(session, OPERATOR, assignment, RunScope.ALL, now=closing.clock())
        regrade_runs.extend(session, OPERATOR, run.id, now=closing.clock())
        assert regrade_runs.progress(session, run).total == 0


def test_it_is_done_in_batches(closing: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "_AT_A_TIME", 2)
    for number in range(5):
        graded(closing, f"file {number}")
    closing.clock.advance(days=20)
    batches: list[retention.DeletionBatch] = []
    while not batches or batches[-1].more:
        batches.append(delete(closing))

    assert [(each.reports, each.files) for each in batches] == [(2, 2), (2, 2), (1, 1)]
    assert left(closing) == (0, 0)


def test_the_housekeeper_does_it(closing: School) -> None:
    graded(closing)
    closing.clock.advance(days=20)
    while clean_up(closing.database, BOTH, now=closing.clock()):
        pass

    assert left(closing) == (0, 0)
