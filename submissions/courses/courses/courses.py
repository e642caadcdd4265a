"""Courses: made, found, changed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.errors import NotAllowed, NotFound, NotSignedIn, ScopeMissing, Unusable
from submissions.people.access import audit
from submissions.people.access.accounts import zones
from submissions.people.access.people import enrol
from submissions.people.access.policy import (
    Action,
    Caller,
    Scope,
    courses_of,
    require,
    require_scope,
    roles_with,
)
from submissions.storage.rows import row_of
from submissions.tables import Assignment, Course, Enrolment, Role
from submissions.texts.single_line import single_line

_MOST_TITLES = 100
MOST_LATE_DAYS = 365
"""The largest budget that a student can have."""


def create(
    session: Session, caller: Caller, title: str, zone: str, *, late_days: int = 0, now: datetime
) -> Course:
    """A new course, whose owner is the caller."""
    require_may_create(session, caller)
    return create_for(session, caller.known, title, zone, late_days=late_days, now=now)


def create_for(
    session: Session, owner_id: UUID, title: str, zone: str, *, late_days: int = 0, now: datetime
) -> Course:
    """A new course of somebody who may make one: also who teaches it on a platform that we trust."""
    course = Course(
        title=single_line("title", title), zone=_zone(zone), late_days=_late_days(late_days), created_at=now
    )
    session.add(course)
    session.flush()
    enrol(session, course.id, owner_id, Role.OWNER, now=now)
    audit.record(session, owner_id, "course-made", course.id, now=now)
    return course


def require_may_create(session: Session, caller: Caller) -> None:
    """Check that the caller may make courses: who runs this installation, and who teaches here already."""
    require_scope(caller, Scope.COURSES_WRITE)
    roles = set(courses_of(session, caller).values())
    if caller.course_id is not None or not (caller.operator or roles & {Role.OWNER, Role.INSTRUCTOR}):
        raise NotAllowed


def change(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    title: str | None = None,
    zone: str | None = None,
    late_days: int | None = None,
    now: datetime,
) -> Course:
    """Another title, zone or budget of late days; what is not given stays."""
    course = get(session, caller, course_id, Action.EDIT_COURSE)
    if title is not None:
        course.title = single_line("title", title)
    if zone is not None:
        course.zone = _zone(zone)
    if late_days is not None:
        course.late_days = _late_days(late_days)
    audit.record(session, caller.known, "course-changed", course.id, now=now)
    return course


def may_create(session: Session, caller: Caller) -> bool:
    """Whether the caller may make courses."""
    try:
        require_may_create(session, caller)
    except (NotSignedIn, ScopeMissing, NotAllowed):
        return False
    return True


def visible(
    session: Session, caller: Caller, *, after: UUID | None = None, limit: int | None = None
) -> list[Course]:
    """The courses a caller is in, the newest first; an operator sees all. `after` the last one seen."""
    caller.require_signed_in()
    require_scope(caller, Scope.COURSES_READ)
    chosen = select(Course).where(Course.archived_at.is_(None)).order_by(Course.id.desc()).limit(limit)
    if after is not None:
        chosen = chosen.where(Course.id < after)
    if not caller.operator:
        chosen = chosen.where(Course.id.in_(courses_of(session, caller)))
    elif caller.course_id is not None:
        chosen = chosen.where(Course.id == caller.course_id)
    return list(session.scalars(chosen))


def taught(session: Session, caller: Caller, *, limit: int | None = None) -> list[Course]:
    """The courses whose staff pages a caller sees, the newest first."""
    if caller.operator and caller.course_id is None:
        return visible(session, caller, limit=limit)
    theirs = select(Enrolment.course_id).where(
        Enrolment.person_id == caller.known,
        Enrolment.active,
        Enrolment.role.in_(roles_with(Action.SEE_SUBMISSIONS)),
    )
    chosen = select(Course).where(Course.archived_at.is_(None), Course.id.in_(theirs))
    if caller.course_id is not None:
        chosen = chosen.where(Course.id == caller.course_id)
    return list(session.scalars(chosen.order_by(Course.id.desc()).limit(limit)))


def titles(session: Session, person_id: UUID) -> list[str]:
    """Return the titles of courses that a person was ever in, the newest first, at most `_MOST_TITLES`."""
    theirs = select(Enrolment.course_id).where(Enrolment.person_id == person_id)
    chosen = select(Course.title).where(Course.id.in_(theirs)).order_by(Course.id.desc()).limit(_MOST_TITLES)
    return list(session.scalars(chosen))


def archive(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> None:
    """Archive a course: lists leave it out, and everything in it is kept."""
    course = get(session, caller, course_id, Action.EDIT_COURSE)
    course.archived_at = now
    audit.record(session, caller.known, "course-archived", course.id, now=now)


def get(session: Session, caller: Caller, course_id: UUID, action: Action = Action.SEE_COURSE) -> Course:
    """A course, if the caller may do this in it."""
    require(session, caller, action, course_id)
    return row_of(session, Course, course_id)


def course_of(session: Session, assignment: Assignment) -> Course:
    """The course of an assignment that the caller was given."""
    if assignment.course_id is None:
        raise NotFound
    return session.get_one(Course, assignment.course_id)


def _late_days(days: int) -> int:
    if not 0 <= days <= MOST_LATE_DAYS:
        raise Unusable("late_days", "out-of-range", least=0, most=MOST_LATE_DAYS)
    return days


def _zone(zone: str) -> str:
    if zone not in zones():
        raise Unusable("zone", "unknown-zone")
    return zone
