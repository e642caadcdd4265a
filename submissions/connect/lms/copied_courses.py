"""A course that was copied on a platform: its activities carry our assignments of the course before."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.outward import outbox
from submissions.people.access.policy import Action, Caller, may
from submissions.tables import Assignment, Course, LmsContext, LmsLink

_MOST_TERMS = 50
"""Copies of copies that are followed."""


def offered(session: Session, caller: Caller, context: LmsContext) -> list[Course]:
    """The courses that the caller may copy for a platform's course, the newest first.

    They have the assignments that its activities carry, or copies of them.
    """
    chosen = select(LmsLink.carried_id).where(
        LmsLink.lms_context_id == context.id, LmsLink.carried_id.is_not(None)
    )
    found = _courses_of(session, {id_ for id_ in session.scalars(chosen) if id_ is not None})
    allowed = [id_ for id_ in found if may(session, caller, Action.EXPORT_COURSE, id_)]
    return list(session.scalars(select(Course).where(Course.id.in_(allowed)).order_by(Course.id.desc())))


def assignment_in(session: Session, course_id: UUID | None, carried_id: UUID | None) -> UUID | None:
    """The assignment of a course that an activity carries, or that comes from it by copies of courses."""
    if course_id is None or carried_id is None:
        return None
    itself = session.get(Assignment, carried_id)
    if itself is not None and itself.course_id == course_id:
        return carried_id
    origins = _origins(session, {each: each for each in _assignments_of(session, course_id)})
    for _ in range(_MOST_TERMS):
        if not origins or carried_id in origins:
            break
        origins = _origins(session, origins)
    return origins.get(carried_id)


def connect_activities(session: Session, context: LmsContext, *, now: datetime) -> None:
    """Lead the activities of a platform's course to the assignments that they carry, in the course here."""
    chosen = select(LmsLink).where(LmsLink.lms_context_id == context.id, LmsLink.assignment_id.is_(None))
    for link in session.scalars(chosen).all():
        connect(session, context, link, now=now)


def connect(session: Session, context: LmsContext, link: LmsLink, *, now: datetime) -> None:
    """Lead one activity to the assignment that it carries, if the course here has it."""
    link.assignment_id = assignment_in(session, context.course_id, link.carried_id)
    session.flush()
    if link.assignment_id is not None:
        outbox.send_grades(session, link.assignment_id, now=now)


def _courses_of(session: Session, carried: set[UUID]) -> set[UUID]:
    """The courses that have these assignments, or copies of them."""
    found, seen = set[UUID](), set[UUID]()
    rows = session.execute(select(Assignment.id, Assignment.course_id).where(Assignment.id.in_(carried)))
    for _ in range(_MOST_TERMS):
        fresh = {id_: course_id for id_, course_id in rows if id_ not in seen}
        if not fresh:
            break
        found.update(course_id for course_id in fresh.values() if course_id is not None)
        seen |= fresh.keys()
        copies = select(Assignment.id, Assignment.course_id).where(Assignment.copied_from_id.in_(fresh))
        rows = session.execute(copies)
    return found


def _assignments_of(session: Session, course_id: UUID) -> list[UUID]:
    return list(session.scalars(select(Assignment.id).where(Assignment.course_id == course_id)))


def _origins(session: Session, copies: dict[UUID, UUID]) -> dict[UUID, UUID]:
    """Map the assignment each copy was made from to the assignment of this course."""
    chosen = select(Assignment.id, Assignment.copied_from_id).where(
        Assignment.id.in_(copies), Assignment.copied_from_id.is_not(None)
    )
    return {origin: copies[id_] for id_, origin in session.execute(chosen) if origin is not None}
