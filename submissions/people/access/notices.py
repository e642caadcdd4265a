"""Notices: what happened to somebody's work, until they have read it."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound
from submissions.people.access.policy import Caller, Scope, courses_of, require_scope
from submissions.tables import Assignment, Course, Notice, NoticeKind, Person


class NoticeEntry(Frozen):
    """A notice, and the names of what it speaks of."""

    notice: Notice
    course: Course
    assignment: Assignment | None


class NoticePlace(NamedTuple):
    """Where something happened: in a course, in an assignment of it, to a submission."""

    course_id: UUID
    assignment_id: UUID | None = None
    submission_id: UUID | None = None


def notify(
    session: Session, people: Iterable[UUID], kind: NoticeKind, place: NoticePlace, *, now: datetime
) -> None:
    """Tell people, in the transaction in which it happens."""
    session.add_all(
        Notice(person_id=person_id, kind=kind, **place._asdict(), created_at=now) for person_id in people
    )


def listed(session: Session, caller: Caller, *, after: UUID | None = None, limit: int) -> list[NoticeEntry]:
    """The caller's own, the newest first; a course that they left keeps its notices to itself."""
    me = caller.known
    require_scope(caller, Scope.SUBMISSIONS_READ)
    chosen = (
        select(Notice, Course, Assignment)
        .join(Course, Course.id == Notice.course_id)
        .outerjoin(Assignment, Assignment.id == Notice.assignment_id)
        .where(Notice.person_id == me, Notice.course_id.in_(_courses(session, caller)))
        .order_by(Notice.id.desc())
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(Notice.id < after)
    return [NoticeEntry(*row) for row in session.execute(chosen)]


def number_unread() -> ColumnElement[int]:
    """How many a person of a query has not read."""
    return (
        select(func.count())
        .select_from(Notice)
        .where(Notice.person_id == Person.id, Notice.read_at.is_(None))
        .correlate(Person)
        .scalar_subquery()
    )


def read(session: Session, caller: Caller, notice_id: UUID, *, now: datetime) -> NoticeEntry:
    """A notice of the caller's own, which is read from now on."""
    me = caller.known
    require_scope(caller, Scope.SUBMISSIONS_WRITE)
    notice = session.get(Notice, notice_id)
    if notice is None or notice.person_id != me or notice.course_id not in _courses(session, caller):
        raise NotFound
    notice.read_at = notice.read_at or now
    assignment = session.get(Assignment, notice.assignment_id) if notice.assignment_id else None
    return NoticeEntry(notice, session.get_one(Course, notice.course_id), assignment)


def read_all(session: Session, caller: Caller, *, now: datetime) -> None:
    """Mark all notices of the caller as read."""
    me = caller.known
    require_scope(caller, Scope.SUBMISSIONS_WRITE)
    mine = update(Notice).where(Notice.person_id == me, Notice.read_at.is_(None))
    session.execute(mine.where(Notice.course_id.in_(_courses(session, caller))).values(read_at=now))


def _courses(session: Session, caller: Caller) -> list[UUID]:
    return list(courses_of(session, caller))
