"""Texts that the staff of a course use again and again in comments."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.errors import Unusable
from submissions.people.access.policy import Action, Caller, Viewer, require, require_in
from submissions.storage.rows import row_of
from submissions.tables import Assignment, CannedComment
from submissions.teaching.results import reading
from submissions.texts.several_lines import several_lines
from submissions.texts.single_line import single_line

_MOST = 100


def listed(session: Session, viewer: Viewer) -> list[CannedComment]:
    """Return the saved comments of the viewer's course by title."""
    viewer.require(Action.SEE_SUBMISSIONS)
    chosen = select(CannedComment).where(CannedComment.course_id == viewer.course_id)
    return list(session.scalars(chosen.order_by(CannedComment.title, CannedComment.id)))


def of_submission(session: Session, caller: Caller, submission_id: UUID, canned_id: UUID) -> CannedComment:
    """Return a canned comment of a submission's course, to comment on it."""
    submission = reading.get(session, caller, submission_id)
    assignment = session.get_one(Assignment, submission.assignment_id)
    course_id = require_in(session, caller, Action.COMMENT, assignment)
    return row_of(session, CannedComment, canned_id, course_id=course_id)


def add(
    session: Session, caller: Caller, course_id: UUID, title: str, text: str, *, now: datetime
) -> CannedComment:
    """Store another canned comment of a course, if there is room for one."""
    require(session, caller, Action.COMMENT, course_id)
    there = select(func.count()).select_from(CannedComment).where(CannedComment.course_id == course_id)
    require_room((session.scalar(there) or 0) + 1)
    made = CannedComment(
        course_id=course_id,
        title=single_line("title", title),
        text=several_lines("canned", text),
        created_at=now,
    )
    session.add(made)
    session.flush()
    return made


def require_room(number: int) -> None:
    """Check that a course can have this many."""
    if number > _MOST:
        raise Unusable("title", "too-many-comments")


def remove(session: Session, caller: Caller, course_id: UUID, canned_id: UUID) -> None:
    """Delete one; comments made of it stay."""
    require(session, caller, Action.COMMENT, course_id)
    session.delete(row_of(session, CannedComment, canned_id, course_id=course_id))
    session.flush()
