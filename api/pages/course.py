"""A course as its students see it: assignments, due dates and grades."""

from dataclasses import dataclass
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from api.pages._page import render
from api.web.caller import Asks
from api.web.dependencies import Ours
from submissions.courses.assignments import assignments
from submissions.courses.assignments.deadline_status import DeadlineStatus, deadline_statuses
from submissions.courses.courses import courses
from submissions.courses.grades.cells import GradeCell
from submissions.operating.service import Service
from submissions.people.access.policy import Action, Caller, may
from submissions.tables import Assignment
from submissions.teaching.gradebook.gradebook import OwnGrade, own_grades

router = APIRouter()


@dataclass(frozen=True, slots=True)
class StudentAssignmentRow:
    """An assignment in the list."""

    assignment: Assignment
    deadline_status: DeadlineStatus
    cell: GradeCell | None
    """The grade; None where nothing was graded, or it is not shown yet."""
    kept_back: bool


@router.get("/courses/{course_id:uuid}")
def course(request: Request, service: Ours, caller: Asks, course_id: UUID) -> Response:
    """The page."""
    with service.database.read() as session:
        found = courses.get(session, caller, course_id)
        rows = _rows(session, service, caller, course_id)
        staff = may(session, caller, Action.SEE_SUBMISSIONS, course_id)
    return render(request, "course.html", course=found, rows=rows, staff=staff, now=service.now())


def _rows(session: Session, service: Service, caller: Caller, course_id: UUID) -> list[StudentAssignmentRow]:
    now = service.now()
    listed = assignments.listed(session, caller, course_id)
    statuses = deadline_statuses(session, caller, listed, now=now)
    grades = own_grades(session, caller, course_id, now=now)
    return [_row(each, statuses[each.id], grades.get(each.id)) for each in listed]


def _row(assignment: Assignment, status: DeadlineStatus, grade: OwnGrade | None) -> StudentAssignmentRow:
    if grade is None:
        return StudentAssignmentRow(assignment, status, None, kept_back=False)
    return StudentAssignmentRow(assignment, status, grade.cell, kept_back=grade.cell is None)
