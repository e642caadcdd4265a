"""Hidden suites count for the grade, and students see nothing of them before they open."""

from datetime import timedelta
from decimal import Decimal

from submissions.people.access.policy import Caller, viewer_in
from submissions.storage.database import Database
from submissions.tables import Assignment
from submissions.teaching.gradebook import gradebook
from submissions.teaching.gradebook.own_grade import own_grade
from submissions.teaching.results import result
from tests.world.classroom import OPERATOR
from tests.world.school import MONDAY, School

_DAY = timedelta(days=1)


def test_a_student_sees_the_points_of_the_others_until_they_open(database: Database) -> None:
    school = School.open(database, due_at=MONDAY + _DAY, hidden_suites=("linear_chain",))
    student = Caller(school.student())
    submitted = school.submit(student.known)
    school.grade_all()

    with database.read() as session:
        assignment = session.get_one(Assignment, school.assignment_id)
        before = result.read(session, student, submitted, now=MONDAY)
        report = result.report_of(session, before)
        own = own_grade(
            session, viewer_in(session, student, assignment), assignment, [before], possible=Decimal(100),
            deadlines=before.deadlines, now=MONDAY,
        )  # fmt: skip
        listed = gradebook.own_grades(session, student, school.course_id, now=MONDAY)
        staff = result.read(session, OPERATOR, submitted, now=MONDAY)
        after = result.read(session, student, submitted, now=MONDAY + 2 * _DAY)

    assert before.score is not None
    assert before.score.points == before.score.possible < 100
    assert report is not None
    assert "linear_chain" not in {suite.slug for suite in report.report.suites}
    assert own is not None
    assert (own.is_partial, own.points) == (True, before.score.points)
    assert listed[school.assignment_id].cell is None
    assert (staff.score, after.score) == (after.score, staff.score)
    assert after.score is not None
    assert after.score.points == 100
