"""The dates of an assignment for one student, whether it takes submissions now, and what is due next."""

from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines
from submissions.people.access.policy import Caller
from submissions.tables import Assignment, Extension


class Phase(StrEnum):
    """A phase of an assignment: it says what a student can do now."""

    SOON = "soon"
    OPEN = "open"
    LATE = "late"
    OVER = "over"


class DeadlineStatus(Frozen):
    """The dates that hold, and the phase."""

    deadlines: Deadlines
    phase: Phase
    extended: bool


class NextDue(Frozen):
    """An assignment that takes submissions, and when it is due for that person."""

    assignment: Assignment
    due_at: datetime


def deadline_statuses(
    session: Session, caller: Caller, assignments: Collection[Assignment], *, now: datetime
) -> dict[UUID, DeadlineStatus]:
    """Return by assignment the caller's deadline status, in one query."""
    found = session.scalars(
        select(Extension).where(
            Extension.person_id == caller.known,
            Extension.assignment_id.in_([assignment.id for assignment in assignments]),
        )
    )
    extensions = {each.assignment_id: each for each in found}
    return {
        assignment.id: deadline_status(assignment, extensions.get(assignment.id), now=now)
        for assignment in assignments
    }


def deadline_status(
    assignment: Assignment, extension: Extension | None = None, *, now: datetime
) -> DeadlineStatus:
    """Return the status of one assignment for a student with this extension."""
    deadlines = Deadlines.of(assignment, extension)
    moved = extension is not None and deadlines != Deadlines.of(assignment)
    return DeadlineStatus(deadlines, _phase(assignment, deadlines, now), moved)


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


def _phase(assignment: Assignment, deadlines: Deadlines, now: datetime) -> Phase:
    if assignment.archived_at is not None or (deadlines.closes_at and now > deadlines.closes_at):
        return Phase.OVER
    if deadlines.opens_at and now < deadlines.opens_at:
        return Phase.SOON
    return Phase.LATE if deadlines.due_at and now > deadlines.due_at else Phase.OPEN
