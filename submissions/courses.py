"""Courses: made, found, changed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions import audit
from submissions.accounts import zones
from submissions.errors import NotAllowed, NotFound, Unusable
from submissions.line_of_text import line_of_text
from submissions.people import enrol
from submissions.policy import Action, Caller, Scope, courses_of, require, require_scope
from submissions.tables import Course, Role


def create(session: Session, title: str, zone: str, owner_id: UUID, *, now: datetime) -> Course:
    """A new course, with its owner in it.

    Raises:
        Unusable: if the title or the zone cannot be one.
    """
    course = Course(title=line_of_text("title", title), zone=_zone(zone), created_at=now)
    session.add(course)
    session.flush()
    enrol(session, course.id, owner_id, Role.OWNER, now=now)
    audit.record(session, "course-made", actor=owner_id, course_id=course.id, now=now)
    return course


def require_may_create(session: Session, caller: Caller) -> None:
    """Nothing, if the caller may make courses: who runs this installation, and who teaches here already.

    Raises:
        NotSignedIn, ScopeMissing, NotAllowed: if not.
    """
    require_scope(caller, Scope.COURSES_WRITE)
    roles = set(courses_of(session, caller).values())
    if caller.course_id is not None or not (caller.operator or roles & {Role.OWNER, Role.INSTRUCTOR}):
        raise NotAllowed


def change(session: Session, course: Course, title: str, zone: str, *, by: UUID, now: datetime) -> None:
    """Another title or zone.

    Raises:
        Unusable: if one cannot be used.
    """
    course.title, course.zone = line_of_text("title", title), _zone(zone)
    audit.record(session, "course-changed", actor=by, course_id=course.id, now=now)


def visible(
    session: Session, caller: Caller, *, after: UUID | None = None, limit: int | None = None
) -> list[Course]:
    """The courses a caller is in, the newest first; an operator sees all. `after` the last one seen."""
    chosen = select(Course).where(Course.archived_at.is_(None)).order_by(Course.id.desc()).limit(limit)
    if after is not None:
        chosen = chosen.where(Course.id < after)
    if not caller.operator:
        chosen = chosen.where(Course.id.in_(courses_of(session, caller)))
    elif caller.course_id is not None:
        chosen = chosen.where(Course.id == caller.course_id)
    return list(session.scalars(chosen))


def archive(session: Session, course: Course, *, by: UUID, now: datetime) -> None:
    """Put it away: lists leave it out, and everything in it is kept."""
    course.archived_at = now
    audit.record(session, "course-archived", actor=by, course_id=course.id, now=now)


def get(session: Session, caller: Caller, course_id: UUID, action: Action = Action.SEE_COURSE) -> Course:
    """A course, if the caller may do this in it.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if not.
    """
    require(session, caller, action, course_id)
    course = session.get(Course, course_id)
    if course is None:
        raise NotFound
    return course


def _zone(zone: str) -> str:
    if zone not in zones():
        raise Unusable("zone", "unknown-zone")
    return zone
