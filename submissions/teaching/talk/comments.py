"""Comments on submissions, at a line or on the whole: by staff, with answers of the student.

Of a submission of a group, all members see the same comments, may answer them, and get notices.
"""

from collections import defaultdict
from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from grader.notebook_cells import cells_of, lines_of
from grader.records import Frozen
from submissions.courses import shared
from submissions.errors import Deleted, NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.access.notices import NoticePlace, notify
from submissions.people.access.policy import Action, Caller, may, require, require_in
from submissions.storage.rows import row_of
from submissions.tables import Assignment, Comment, NoticeKind, Person, Submission
from submissions.teaching.results import reading
from submissions.texts.several_lines import several_lines

_MOST = 200
"""The most comments on one submission."""
LAST_LINE = 1_000_000


class CommentPlace(Frozen):
    """Where a comment stands; nowhere in particular: it is about the whole."""

    line: int | None = None
    cell: int | None = None


WHOLE = CommentPlace()


class Said(Frozen):
    """A comment or an answer, and who wrote it."""

    comment: Comment
    by: str
    """Empty where their account is gone."""
    own: bool


class Thread(Frozen):
    """A comment with its answers, the first first."""

    said: Said
    replies: tuple[Said, ...]


def add(
    session: Session,
    caller: Caller,
    submission_id: UUID,
    text: str,
    place: CommentPlace = WHOLE,
    *,
    now: datetime,
) -> Comment:
    """Comment on a submission, as staff; its student gets a notice."""
    submission, assignment, course_id = _about(session, caller, submission_id)
    require_in(session, caller, Action.COMMENT, assignment)
    _require_there(session, submission, place)
    comment = _keep(session, caller, submission, text, now)
    comment.line, comment.cell = place.line, place.cell if place.line is not None else None
    _notify_students(session, caller, submission, course_id, now)
    session.flush()
    return comment


def reply(session: Session, caller: Caller, comment_id: UUID, text: str, *, now: datetime) -> Comment:
    """Answer a comment: its student may, and staff. Whoever else takes part gets a notice."""
    parent, submission, course_id = _comment_with_submission(session, caller, comment_id)
    is_staff = may(session, caller, Action.COMMENT, course_id)
    if not is_staff:
        require(session, caller, Action.SUBMIT, course_id)
    answer = _keep(session, caller, submission, text, now)
    answer.reply_to_id = parent.reply_to_id or parent.id
    first = session.get_one(Comment, answer.reply_to_id)
    students = _notify_students(session, caller, submission, course_id, now)
    if first.by_id is not None and first.by_id not in (caller.person_id, *students):
        where = NoticePlace(course_id, submission.assignment_id, submission.id)
        notify(session, [first.by_id], NoticeKind.REPLY, where, now=now)
    session.flush()
    return answer


def remove(session: Session, caller: Caller, comment_id: UUID, *, now: datetime) -> Submission:
    """Delete a comment with its answers: staff may delete their own, instructors all."""
    comment, submission, course_id = _comment_with_submission(session, caller, comment_id)
    action = Action.COMMENT if comment.by_id == caller.known else Action.EDIT_GRADES
    require(session, caller, action, course_id)
    session.delete(comment)
    _record(session, "comment-removed", caller, submission, now)
    session.flush()
    return submission


def submission_of(session: Session, caller: Caller, comment_id: UUID) -> UUID:
    """The submission that a comment is about, if the caller may see it."""
    _comment, submission, _course_id = _comment_with_submission(session, caller, comment_id)
    return submission.id


def listed(session: Session, caller: Caller, submission_id: UUID) -> list[Thread]:
    """Return the comments on a submission, by line, those on the whole first."""
    return of_submission(session, caller, reading.get(session, caller, submission_id))


def of_submission(session: Session, reader: Caller, submission: Submission) -> list[Thread]:
    """Return the comments on a submission that the reader may see, as `listed` does, in one query."""
    rows = session.execute(
        select(Comment, Person.name)
        .outerjoin(Person, Person.id == Comment.by_id)
        .where(Comment.submission_id == shared.first_row(submission))
        .order_by(Comment.id)
    ).all()
    replies: dict[UUID, list[Said]] = defaultdict(list)
    first = []
    for comment, name in rows:
        said = Said(comment, name or "", comment.by_id == reader.person_id)
        if comment.reply_to_id is None:
            first.append(said)
        else:
            replies[comment.reply_to_id].append(said)
    first.sort(key=lambda each: (each.comment.cell or 0, each.comment.line or 0))
    return [Thread(each, tuple(replies[each.comment.id])) for each in first]


def numbers(session: Session, submissions: list[UUID]) -> dict[UUID, int]:
    """Return by submission the number of its comments and answers; whoever asks may see them."""
    rows = session.execute(
        select(Submission.id, func.count())
        .join(Comment, Comment.submission_id == shared.FIRST_ROW)
        .where(Submission.id.in_(submissions))
        .group_by(Submission.id)
    )
    return dict(rows.all())


def _about(session: Session, caller: Caller, submission_id: UUID) -> tuple[Submission, Assignment, UUID]:
    submission = reading.get(session, caller, submission_id)
    assignment = session.get_one(Assignment, submission.assignment_id)
    if assignment.course_id is None:
        raise NotFound
    return submission, assignment, assignment.course_id


def _comment_with_submission(
    session: Session, caller: Caller, comment_id: UUID
) -> tuple[Comment, Submission, UUID]:
    caller.require_signed_in()
    comment = row_of(session, Comment, comment_id)
    first = session.get_one(Submission, comment.submission_id)
    of_caller = shared.row_of(session, first, caller.person_id)
    submission, _assignment, course_id = _about(session, caller, of_caller.id)
    return comment, submission, course_id


def _keep(session: Session, caller: Caller, submission: Submission, text: str, now: datetime) -> Comment:
    if numbers(session, [submission.id]).get(submission.id, 0) >= _MOST:
        raise Unusable("comment", "too-many-comments")
    comment = Comment(
        submission_id=shared.first_row(submission),
        by_id=caller.known,
        text=several_lines("comment", text),
        created_at=now,
    )
    session.add(comment)
    session.flush()
    _record(session, "comment-written", caller, submission, now)
    return comment


def _record(
    session: Session, action: AuditAction, caller: Caller, submission: Submission, now: datetime
) -> None:
    course_id = session.get_one(Assignment, submission.assignment_id).course_id
    audit.record(session, caller.known, action, course_id, about=submission.id, now=now)


def _require_there(session: Session, submission: Submission, place: CommentPlace) -> None:
    """Check that the file has such a line. Of one that was deleted, none is known.

    Raises `Unusable` if it has no such cell, or no such line in it.
    """
    try:
        content = reading.content(session, submission)
    except Deleted:
        cells, lines = LAST_LINE, LAST_LINE
    else:
        cells, lines = _extent(submission.file_name, content, place.cell)
    for name, number, most in (("cell", place.cell, cells), ("line", place.line, lines)):
        if number is not None and not 1 <= number <= most:
            raise Unusable(name, "out-of-range", least=1, most=most)


def _extent(file_name: str, content: bytes, cell: int | None) -> tuple[int, int]:
    """How many cells a notebook has, and how many lines this cell has; of a file of Python, its lines.

    A notebook that cannot be read at a small cost has as many as anybody says.
    """
    if not file_name.lower().endswith(".ipynb"):
        return LAST_LINE, len(content.splitlines())
    found = cells_of(content)
    if not found or cell is None:
        return len(found) or LAST_LINE, LAST_LINE
    return len(found), len(lines_of(found[cell - 1].text)) if 1 <= cell <= len(found) else LAST_LINE


def _notify_students(
    session: Session, caller: Caller, submission: Submission, course_id: UUID, now: datetime
) -> set[UUID]:
    """Notify all students whose submission it is but the caller; return all of them, with the caller."""
    students = set()
    for each in shared.rows(session, submission):
        if each.person_id is not None:
            students.add(each.person_id)
            if each.person_id != caller.person_id:
                where = NoticePlace(course_id, each.assignment_id, each.id)
                notify(session, [each.person_id], NoticeKind.COMMENT, where, now=now)
    return students
