"""Assignments of a course in an order: by date, title, number of submissions or students, or status."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments import assignments
from submissions.courses.assignments.deadline_status import Phase, deadline_status
from submissions.people.access.policy import Caller
from submissions.tables import Assignment
from submissions.tables.name_key import name_key
from submissions.teaching.results.ordering import in_table_order
from submissions.teaching.results.submission_counts import SubmissionCounts, numbers


class AssignmentColumn(StrEnum):
    """The columns by which a list of assignments is sorted."""

    CREATED = "created"
    TITLE = "title"
    DUE = "due"
    SUBMISSIONS = "submissions"
    STUDENTS = "students"
    STATUS = "status"
    """Drafts, then those that open later, open ones, and closed ones."""


OF_STAFF = frozenset({AssignmentColumn.SUBMISSIONS, AssignmentColumn.STUDENTS})
"""The columns that only staff may know."""

_PHASES = {Phase.SOON: 1, Phase.OPEN: 2, Phase.LATE: 2, Phase.OVER: 3}


class AssignmentOrder(Frozen):
    """A column, and which way round. Equals stand by their due dates; what has none is last."""

    by: AssignmentColumn = AssignmentColumn.DUE
    descending: bool = False


def in_order(
    session: Session, caller: Caller, course_id: UUID, order: AssignmentOrder, *, now: datetime
) -> list[Assignment]:
    """Return the assignments of a course that the caller may see."""
    found = assignments.listed(session, caller, course_id)
    counted: Mapping[UUID, SubmissionCounts] = {}
    if order.by in OF_STAFF:
        counted = numbers(session, caller, course_id, [each.id for each in found])
    return in_table_order(found, lambda each: _key(each, order.by, counted, now), descending=order.descending)


def _key(
    assignment: Assignment, by: AssignmentColumn, counted: Mapping[UUID, SubmissionCounts], now: datetime
) -> Any:  # noqa: ANN401 - one type for each column
    match by:
        case AssignmentColumn.CREATED:
            return assignment.id
        case AssignmentColumn.TITLE:
            return name_key(assignment.title)
        case AssignmentColumn.DUE:
            return assignment.due_at
        case AssignmentColumn.SUBMISSIONS:
            return counted[assignment.id].files
        case AssignmentColumn.STUDENTS:
            return counted[assignment.id].students
        case AssignmentColumn.STATUS:
            return _PHASES[deadline_status(assignment, now=now).phase] if assignment.published else 0
