"""The course of what is asked for and somebody's place in it, read with it: one query instead of three.

What was read stays in the session, which otherwise lets go of what nobody else holds: pages ask often.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, and_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from submissions.tables import Base, Course, Enrolment

_KEPT = "backgrade-places"


def with_place(
    session: Session,
    chosen: Select[*tuple[Any, ...]],
    course_id: InstrumentedAttribute[UUID | None],
    person_id: UUID | None,
) -> Row[*tuple[Any, ...]] | None:
    """Return one row, followed by its course and the person's enrolment there; None without a row."""
    return _kept(
        session,
        chosen.outerjoin(Course, Course.id == course_id)
        .outerjoin(Enrolment, and_(Enrolment.course_id == course_id, Enrolment.person_id == person_id))
        .add_columns(Course, Enrolment),
    )


def course(session: Session, course_id: UUID) -> Course | None:
    """Return a course; None if there is none of this id."""
    if not is_loaded(session, Course, course_id):
        _kept(session, select(Course).where(Course.id == course_id))
    return session.get(Course, course_id) if is_loaded(session, Course, course_id) else None


def enrolment(session: Session, course_id: UUID, person_id: UUID) -> Enrolment | None:
    """The place of somebody who is in a course, or has left it; the course is read with it."""
    key = (course_id, person_id)
    if is_loaded(session, Enrolment, key):
        return session.get(Enrolment, key)
    theirs = and_(Enrolment.course_id == Course.id, Enrolment.person_id == person_id)
    row = _kept(session, select(Course, Enrolment).join(Enrolment, theirs).where(Course.id == course_id))
    return None if row is None else row.Enrolment


def is_loaded(session: Session, table: type[Base], key: object) -> bool:
    """Whether a session has this row, so that to get it takes no query."""
    return session.identity_key(table, key) in session.identity_map


def _kept(session: Session, chosen: Select[*tuple[Any, ...]]) -> Row[*tuple[Any, ...]] | None:
    row = session.execute(chosen).one_or_none()
    session.info.setdefault(_KEPT, []).append(row)
    return row
