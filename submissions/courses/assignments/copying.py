"""Copies of assignments: settings and dates, and no submissions."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.assignments.own_graphs import own_graphs, require_usable, stored
from submissions.courses.assignments.points import current_version
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, AssignmentVersion

MOST_DAYS = 3660
"""The most days by which dates can be moved, forward or back."""


@dataclass(frozen=True, slots=True)
class AssignmentCopy:
    """All of an assignment that goes into a copy or a file."""

    draft: Draft
    own_graphs: tuple[OwnGraph, ...] = ()
    grade_weight: Decimal | None = None
    """Its weight in the total of the course; None: as its points."""
    assignment_id: UUID | None = field(default=None, compare=False)
    """The assignment that is copied; None where the copy comes from a file."""


def copy_assignment(
    session: Session, caller: Caller, assignment: Assignment, *, title: str, days: int = 0, now: datetime
) -> Assignment:
    """A copy in the same course, as a draft, with its dates so many days later."""
    course_id = require_in(session, caller, Action.EDIT_ASSIGNMENT, assignment)
    zone = courses.course_of(session, assignment).zone
    copy = _copy_of(assignment, current_version(session, assignment))
    draft = replace(moved(copy.draft, days, zone), title=title)
    return create(session, caller, course_id, replace(copy, draft=draft), now=now)


def copies_of(session: Session, caller: Caller, course_id: UUID) -> list[AssignmentCopy]:
    """All assignments of a course that are not archived."""
    listed = assignments.listed(session, caller, course_id)
    versions = assignments.versions(session, listed)
    return [_copy_of(each, versions[each.id]) for each in listed]


def create(
    session: Session, caller: Caller, course_id: UUID, copy: AssignmentCopy, *, now: datetime
) -> Assignment:
    """A new assignment of the course."""
    require_usable(copy.own_graphs)
    made = assignments.create(session, caller, course_id, copy.draft, now=now)
    made.grade_weight = copy.grade_weight
    if copy.own_graphs:
        assignments.set_own_graphs(session, made, [stored(own) for own in copy.own_graphs], now=now)
    return made


def _copy_of(assignment: Assignment, version: AssignmentVersion) -> AssignmentCopy:
    draft = assignments.draft_on(assignment, version)
    return AssignmentCopy(draft, own_graphs(version), assignment.grade_weight, assignment.id)


def moved(draft: Draft, days: int, zone: str) -> Draft:
    """Return the draft unpublished, with its dates `days` later at the same time of day.

    Raises `Unusable` if these are too many days.
    """
    if not -MOST_DAYS <= days <= MOST_DAYS:
        raise Unusable("days", "out-of-range", least=-MOST_DAYS, most=MOST_DAYS)
    return replace(
        draft,
        published=False,
        opens_at=_later(draft.opens_at, days, zone),
        due_at=_later(draft.due_at, days, zone),
        closes_at=_later(draft.closes_at, days, zone),
    )


def _later(at: datetime | None, days: int, zone: str) -> datetime | None:
    """Return the time this many days later on the calendar of a zone, when its clock shows the same time."""
    if at is None:
        return None
    return (at.astimezone(ZoneInfo(zone)) + timedelta(days=days)).astimezone(UTC)
