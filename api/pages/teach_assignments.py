"""The assignments of a course: to open, to edit, to create one."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session

from api.pages._table_links import TableLinks
from api.pages._visit import Visit
from grader.records import Frozen
from submissions.courses.assignments.deadline_status import Phase, deadline_status
from submissions.people.access.policy import Action, Caller
from submissions.tables import Assignment
from submissions.teaching.results.assignment_order import AssignmentColumn, AssignmentOrder, in_order
from submissions.teaching.results.submission_counts import SubmissionCounts, numbers

router = APIRouter()


@router.get("/teach/courses/{course_id:uuid}/assignments")
def assignments(
    visit: Visit, course_id: UUID, sort: AssignmentColumn = AssignmentColumn.DUE, *, down: bool = False
) -> Response:
    """List the assignments of a course, by due dates or as is asked."""
    order = AssignmentOrder(sort, down)
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        view.show(rows=assignment_rows(session, visit.caller, course_id, order, now=visit.now()))
    return view.page(
        "teach_assignments.html",
        order=order,
        sort_link=TableLinks({"sort": sort, "down": "1" if down else ""}).sorted_by,
    )


class AssignmentRow(Frozen):
    """An assignment in the list."""

    assignment: Assignment
    numbers: SubmissionCounts
    phase: Phase


def assignment_rows(
    session: Session, caller: Caller, course_id: UUID, order: AssignmentOrder, *, now: datetime
) -> list[AssignmentRow]:
    """Return all assignments of a course, in this order."""
    listed = in_order(session, caller, course_id, order, now=now)
    counted = numbers(session, caller, course_id, [each.id for each in listed])
    return [AssignmentRow(each, counted[each.id], deadline_status(each, now=now).phase) for each in listed]
