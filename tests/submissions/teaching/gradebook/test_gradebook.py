import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments, extensions
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.extensions import Grant
from submissions.courses.grades import cells
from submissions.courses.grades.cells import GradeCell
from submissions.people.access import people
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Counts,
    Course,
    Extension,
    Grading,
    Person,
    Submission,
)
from submissions.teaching.gradebook import gradebook, overrides
from tests.world import classroom, large_class
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.queries import counted

_DAY = timedelta(days=1)
_DRAFT = Draft(
    title="Core",
    published=True,
    due_at=NOW,
    closes_at=NOW + 30 * _DAY,
    late_percent_per_day=Decimal(10),
    late_most_percent=Decimal(40),
)


@pytest.mark.parametrize(
    ("counts", "points"),
    [(Counts.BEST, "80"), (Counts.LATEST, "60")],
)
def test_the_best_or_the_latest_counts(database: Database, counts: Counts, points: str) -> None:
    with database.begin() as session:
        course, _, made, student = _room(session, replace(_DRAFT, counts=counts))
        for number, earned in enumerate(("40", "80", "60")):
            at = NOW - _DAY + timedelta(hours=number)
            submission = classroom.handed_in(session, made, student, at=at, content=earned.encode())
            classroom.graded(session, submission, earned)

        assert _cell(session, course, made, student).points == Decimal(points)


def test_the_best_is_the_best_after_lateness(database: Database) -> None:
    with database.begin() as session:
        course, _, made, student = _room(session, _DRAFT)
        early = classroom.handed_in(session, made, student, at=NOW - _DAY, content=b"early")
        classroom.graded(session, early, "80")
        late = classroom.handed_in(session, made, student, at=NOW + 3 * _DAY, content=b"late")
        classroom.graded(session, late, "100")

        cell = _cell(session, course, made, student)
        assert (cell.submission_id, cell.points, cell.late_days) == (early.id, Decimal(80), 0)


@pytest.mark.parametrize(
    ("late", "points", "days"),
    [
        (0 * _DAY, "100", 0),
        (timedelta(seconds=1), "90", 1),
        (_DAY, "90", 1),
        (3 * _DAY, "70", 3),
        (9 * _DAY, "60", 9),
    ],
)
def test_lateness_costs_by_the_day_and_not_more_than_was_set(
    database: Database, late: timedelta, points: str, days: int
) -> None:
    with database.begin() as session:
        course, _, made, student = _room(session, _DRAFT)
        classroom.graded(session, classroom.handed_in(session, made, student, at=NOW + late), "100")

        cell = _cell(session, course, made, student)
        assert (cell.points, cell.late_days) == (Decimal(points), days)


def test_an_extension_moves_what_is_late(database: Database) -> None:
    with database.begin() as session:
        course, owner, made, student = _room(session, _DRAFT)
        classroom.graded(session, classroom.handed_in(session, made, student, at=NOW + 2 * _DAY), "100")
        grant = Grant(due_at=NOW + 2 * _DAY)
        extensions.give(session, owner, made, student.id, grant, now=NOW)

        assert _cell(session, course, made, student).points == 100


def test_points_that_a_person_gave_stand(database: Database) -> None:
    with database.begin() as session:
        course, owner, made, student = _room(session, _DRAFT)
        submission = classroom.graded(session, classroom.handed_in(session, made, student), "100")
        overrides.give(session, owner, made, student.id, Decimal("12.5"), "copied", now=NOW)

        assert _cell(session, course, made, student) == GradeCell(
            Decimal("12.5"), Decimal(100), submission.id, overridden=True
        )


def test_points_without_a_submission_stand_too(database: Database) -> None:
    with database.begin() as session:
        course, owner, made, student = _room(session, _DRAFT)
        overrides.give(session, owner, made, student.id, Decimal(50), "oral", now=NOW)

        assert _cell(session, course, made, student).submission_id is None


def test_what_waits_is_no_grade_and_not_zero(database: Database) -> None:
    with database.begin() as session:
        course, _, made, student = _room(session, _DRAFT)
        classroom.handed_in(session, made, student)

        assert made.id not in _cells(session, course, student)


def test_points_of_an_earlier_version_are_the_same_share_and_said_to_be_old(database: Database) -> None:
    with database.begin() as session:
        course, _, made, student = _room(session, replace(_DRAFT, points=Decimal(30)))
        classroom.graded(session, classroom.handed_in(session, made, student), "10")
        assignments.change(session, OPERATOR, made, _DRAFT, revision=made.revision, now=NOW)

        cell = _cell(session, course, made, student)
        assert (cell.points, cell.possible, cell.outdated) == (Decimal("33.3333"), Decimal(100), True)


def test_students_are_listed_by_name_and_who_has_left_is_not(database: Database) -> None:
    with database.begin() as session:
        course, owner = classroom.course(session)
        for login in ("cy", "al", "bo"):
            classroom.member(session, course, login)
        gone = classroom.member(session, course, "gone")
        people.leave(session, owner, course.id, gone.id, now=NOW)
        first = gradebook.rows(session, course.id, [], limit=2)
        rest = gradebook.rows(session, course.id, [], after=(first[-1].name, first[-1].person_id), limit=2)

        assert [row.name for row in first + rest] == ["Al", "Bo", "Cy"]


def test_assignments_stand_by_their_due_dates_with_the_points_of_today(database: Database) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        later = classroom.assignment(session, course, replace(_DRAFT, due_at=NOW + _DAY))
        first = classroom.assignment(session, course, replace(_DRAFT, points=Decimal(10)))
        change = replace(_DRAFT, points=Decimal(20))
        assignments.change(session, OPERATOR, first, change, revision=first.revision, now=NOW)

        columns = cells.columns(session, course.id)
        assert [(each.assignment.id, int(each.possible)) for each in columns] == [
            (first.id, 20),
            (later.id, 100),
        ]


def test_queries_do_not_grow_with_the_class(database: Database) -> None:
    with database.begin() as session:
        small = large_class.make(session, 30)
        large = large_class.make(session, 3000)
    with database.read() as session:
        costs = [_cost(database, session, course) for course in (small, large)]

    assert costs == [(5, 5), (5, 5)]


def _cost(database: Database, session: Session, course: UUID) -> tuple[int, int]:
    """Queries of the whole book, and of a page of it."""
    with counted(database) as whole:
        gradebook.rows(session, course, cells.columns(session, course))
    with counted(database) as page:
        gradebook.rows(session, course, cells.columns(session, course), limit=30)
    return len(whole), len(page)


def _room(session: Session, draft: Draft) -> tuple[Course, Caller, Assignment, Person]:
    course, owner = classroom.course(session)
    made = classroom.assignment(session, course, draft)
    return course, owner, made, classroom.member(session, course, "student")


def _cells(session: Session, course: Course, student: Person) -> Mapping[UUID, GradeCell]:
    grades = cells.grades(session, cells.columns(session, course.id))
    return grades.get(student.id, {})


def _cell(session: Session, course: Course, made: Assignment, student: Person) -> GradeCell:
    return _cells(session, course, student)[made.id]


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("counts", list(Counts))
@pytest.mark.parametrize("percent", ["0", "10"])
def test_what_the_database_leaves_out_would_not_have_counted(
    database: Database, counts: Counts, percent: str
) -> None:
    """Many files of several students, in time and late, on two versions, against a look at every one."""
    chance = random.Random(f"{counts} {percent}")
    draft = replace(_DRAFT, counts=counts, late_percent_per_day=Decimal(percent))
    with database.begin() as session:
        course, _, made, student = _room(session, draft)
        students = [student, *(classroom.member(session, course, f"student-{each}") for each in range(3))]
        session.add(
            Extension(assignment_id=made.id, person_id=students[1].id, due_at=NOW + 2 * _DAY, created_at=NOW)
        )
        for version, (first, last) in enumerate(((-6, 1), (1, 6))):
            times = sorted(NOW + chance.randint(first, last) * _DAY / 2 for _ in range(40))
            for number, at in enumerate(times):
                by = chance.choice(students)
                content = f"{version} {number}".encode()
                submission = classroom.handed_in(session, made, by, at=at, content=content)
                classroom.graded(session, submission, str(chance.randint(0, 9) * 10))
            before = assignments.draft_of(session, made)
            changed = replace(before, points=Decimal(50))
            assignments.change(session, OPERATOR, made, changed, revision=made.revision, now=NOW)
        column = cells.column(session, made)
        across = {made.id: column}
        expected: dict[UUID, cells._CountedGrade] = {}
        for submission, grading in session.execute(
            select(Submission, Grading).join(Grading, Grading.id == Submission.grading_id)
        ):
            assert submission.person_id is not None
            assert grading.points is not None
            possible = session.get_one(AssignmentVersion, grading.version_id).points
            one = cells._Graded(
                made.id, submission.person_id, submission.id, submission.created_at,
                grading.points, grading.version_id, possible, asked=None, reused=False,
            )  # fmt: skip
            extension = session.get(Extension, (made.id, submission.person_id))
            candidate = cells._counted(one, column, extension)
            if submission.person_id not in expected or expected[submission.person_id].rank < candidate.rank:
                expected[submission.person_id] = candidate
        found = cells.grades(session, across.values())

    assert {person: theirs[made.id] for person, theirs in found.items()} == {
        person: each.cell for person, each in expected.items()
    }
