"""The assignments of a course in a list for staff: dates, status, how much was submitted."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments.deadline_status import Phase, deadline_status
from submissions.people.access.policy import Caller
from submissions.tables import Assignment
from submissions.teaching.results.assignment_order import AssignmentOrder, in_order
from submissions.teaching.results.submission_counts import SubmissionCounts, numbers


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """An assignment in the list."""

    assignment: Assignment
    numbers: SubmissionCounts
    phase: Phase


def assignment_rows(
    session: Session, caller: Caller, course_id: UUID, order: AssignmentOrder, *, now: datetime
) -> list[AssignmentRow]:
    """All of a course, in an order."""
    listed = in_order(session, caller, course_id, order, now=now)
    counted = numbers(session, caller, course_id, [each.id for each in listed])
    return [AssignmentRow(each, counted[each.id], deadline_status(each, now=now).phase) for each in listed]
