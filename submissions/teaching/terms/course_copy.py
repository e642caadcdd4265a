"""A copy of a course for its next term: settings, assignments and what staff prepared, and no people."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments import copying
from submissions.courses.courses import courses
from submissions.people.access.policy import Action, Caller
from submissions.tables import Course
from submissions.teaching.terms import preparations


def copy_course(
    session: Session, caller: Caller, course_id: UUID, *, title: str, days: int = 0, now: datetime
) -> Course:
    """Copy a course of the caller, with its assignments as drafts and their dates `days` later."""
    source = courses.get(session, caller, course_id, Action.EDIT_COURSE)
    courses.require_may_create(session, caller)
    return copy_for(session, caller, source, title=title, days=days, now=now)


def copy_for(
    session: Session, caller: Caller, source: Course, *, title: str, days: int, now: datetime
) -> Course:
    """Copy a course that the caller may read whole, for a teacher on a platform that we trust."""
    copies = copying.copies_of(session, caller, source.id)
    made = courses.create_for(session, caller.known, title, source.zone, late_days=source.late_days, now=now)
    preparations.keep(session, made, preparations.of(session, source), now=now)
    for copy in copies:
        draft = copying.moved(copy.draft, days, source.zone)
        assignment = copying.create(session, caller, made.id, replace(copy, draft=draft), now=now)
        assignment.copied_from_id = copy.assignment_id
    session.flush()
    return made
