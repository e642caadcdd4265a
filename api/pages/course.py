"""A course as its students see it: assignments, due dates and grades."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._visit import Visit
from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.courses.assignments.deadline_status import DeadlineStatus, deadline_statuses
from submissions.courses.courses import courses
from submissions.courses.grades.cells import GradeCell
from submissions.people.access.policy import Action, may
from submissions.tables import Assignment
from submissions.teaching.gradebook.gradebook import OwnGrade, own_grades

router = APIRouter()


class StudentAssignmentRow(Frozen):
    """An assignment in the list."""

    assignment: Assignment
    deadline_status: DeadlineStatus
    cell: GradeCell | None
    """The grade; None where nothing was graded, or it is not shown yet."""
    kept_back: bool


@router.get("/courses/{course_id:uuid}")
def course(visit: Visit, course_id: UUID) -> Response:
    """Show a course to a student."""
    with visit.database.read() as session:
        found = courses.get(session, visit.caller, course_id)
        now = visit.now()
        listed = assignments.listed(session, visit.caller, course_id)
        statuses = deadline_statuses(session, visit.caller, listed, now=now)
        grades = own_grades(session, visit.caller, course_id, now=now)
        rows = [_row(each, statuses[each.id], grades.get(each.id)) for each in listed]
        staff = may(session, visit.caller, Action.SEE_SUBMISSIONS, course_id)
    return visit.page("course.html", course=found, rows=rows, staff=staff)


def _row(assignment: Assignment, status: DeadlineStatus, grade: OwnGrade | None) -> StudentAssignmentRow:
    if grade is None:
        return StudentAssignmentRow(assignment, status, None, kept_back=False)
    return StudentAssignmentRow(assignment, status, grade.cell, kept_back=grade.cell is None)
