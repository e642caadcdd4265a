"""What is due next in each of some courses, for one person."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments.deadline_status import Phase, deadline_statuses
from submissions.people.access.policy import Caller
from submissions.tables import Assignment


class NextDue(Frozen):
    """An assignment that takes submissions, and when it is due for that person."""

    assignment: Assignment
    due_at: datetime


def next_due(
    session: Session, caller: Caller, course_ids: Collection[UUID], *, now: datetime
) -> dict[UUID, NextDue]:
    """Return the published assignment of each course that is due first, by course.

    The courses are those that the caller sees.
    """
    published = select(Assignment).where(
        Assignment.course_id.in_(course_ids), Assignment.published, Assignment.due_at.is_not(None)
    )
    listed = session.scalars(published).all()
    statuses = deadline_statuses(session, caller, listed, now=now)
    found: dict[UUID, NextDue] = {}
    for each in listed:
        status, course_id = statuses[each.id], each.course_id
        due = status.deadlines.due_at
        if status.phase is not Phase.OPEN or due is None or course_id is None:
            continue
        if course_id not in found or due < found[course_id].due_at:
            found[course_id] = NextDue(each, due)
    return found
