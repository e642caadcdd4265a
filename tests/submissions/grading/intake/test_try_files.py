"""Try files are graded for nobody, and again at every change of what is asked."""

from dataclasses import replace
from decimal import Decimal
from uuid import UUID

from sqlalchemy import func, select

from grader.sandbox.plays import Source
from submissions.courses.assignments import assignments
from submissions.grading.intake import try_files
from submissions.grading.intake.try_files import NewTryFile, TriedFile
from submissions.grading.work.housekeeping import keep_house
from submissions.tables import Assignment, Submission
from tests.world.classroom import OPERATOR
from tests.world.school import School


def _add(school: School, expected: Decimal | None = None) -> UUID:
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        new = NewTryFile("Solution", Source("value.py", b"class Value: ..."), expected)
        return try_files.add(session, OPERATOR, assignment, new, now=school.clock()).id


def _tried(school: School) -> TriedFile:
    with school.database.read() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        (found,) = try_files.tried(session, OPERATOR, assignment)
    return found


def _change(school: School, **changes: object) -> None:
    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        draft = replace(assignments.draft_of(session, assignment), **changes)  # type: ignore[arg-type]
        assignments.change(
            session, OPERATOR, assignment, draft, revision=assignment.revision, now=school.clock()
        )


def test_the_solution_gets_all_points_and_is_tried_at_every_change(school: School) -> None:
    _add(school)
    assert _tried(school).is_right is None
    school.grade_all()
    found = _tried(school)
    assert found.points == 100
    assert found.is_right

    _change(school, points=Decimal(20))
    assert _tried(school).is_right is None
    keep_house(school.database, now=school.clock())
    school.grade_all()
    found = _tried(school)
    assert found.points == found.expected == 20
    assert found.is_right

    _change(school, title="Another title")
    keep_house(school.database, now=school.clock())
    assert school.take() is None
    assert _tried(school).is_right


def test_it_counts_for_nobody_and_goes_with_its_assignment(school: School) -> None:
    _add(school, Decimal(40))
    school.grade_all()
    assert _tried(school).is_right is False

    with school.database.begin() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        listed = select(func.count()).where(Submission.assignment_id == assignment.id)
        assert session.scalar(listed) == 0
        session.delete(assignment)
    keep_house(school.database, now=school.clock())

    with school.database.read() as session:
        assert session.scalar(select(func.count()).select_from(Submission)) == 0
        assert session.scalar(select(func.count()).select_from(Assignment)) == 0
