"""The end of a course: archived, restored, deleted after a grace period; and how long its work is kept."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses import durations
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, courses_of
from submissions.storage.database import Database
from submissions.tables import Assignment, Course, Enrolment, Role, StoredFile, Submission

_AT_A_TIME = 500
"""Submissions of one transaction: whoever hands in does not wait for long."""


def restore(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> Course:
    """Take a course out of the archive, and cancel its deletion."""
    course = courses.get(session, caller, course_id, Action.EDIT_COURSE)
    course.archived_at = course.delete_at = None
    audit.record(session, caller.known, "course-restored", course.id, now=now)
    return course


def schedule_deletion(
    session: Session, caller: Caller, course_id: UUID, title: str, *, now: datetime
) -> Course:
    """Archive it now, and delete it with all that is in it after the grace period.

    Raises `Unusable` if the title that the caller typed is not the course's.
    """
    course = courses.get(session, caller, course_id, Action.EDIT_COURSE)
    if title.strip() != course.title:
        raise Unusable("title", "not-the-title")
    course.archived_at = course.archived_at or now
    course.delete_at = course.delete_at or now + durations.DELETION
    audit.record(session, caller.known, "course-deletion-planned", course.id, now=now)
    return course


def require_retention(files: int | None, reports: int | None) -> None:
    """Check that files and reports can be kept for this many days."""
    for field, days in (("keep_files_days", files), ("keep_reports_days", reports)):
        if days is not None and not 1 <= days <= durations.RETENTION_LONGEST_DAYS:
            raise Unusable(field, "out-of-range", least=1, most=durations.RETENTION_LONGEST_DAYS)


def keep_for(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    files: int | None,
    reports: int | None,
    now: datetime,
) -> Course:
    """Set how many days after assignments close files and reports are kept; None: the service's number."""
    course = courses.get(session, caller, course_id, Action.EDIT_COURSE)
    require_retention(files, reports)
    course.keep_files_days, course.keep_reports_days = files, reports
    audit.record(session, caller.known, "retention-set", course.id, now=now, files=files, reports=reports)
    return course


class CourseSize(Frozen):
    """The size of what is deleted with a course."""

    assignments: int
    submissions: int
    students: int
    """All students, with those who left the course."""


def size(session: Session, course_id: UUID) -> CourseSize:
    """Return how many assignments, submissions and students a course has."""
    of_course = select(Assignment.id).where(Assignment.course_id == course_id)
    counted = (
        of_course.with_only_columns(func.count()),
        select(func.count()).select_from(Submission).where(Submission.assignment_id.in_(of_course)),
        select(func.count()).where(Enrolment.course_id == course_id, Enrolment.role == Role.STUDENT),
    )
    return CourseSize(*(session.scalars(each).one() for each in counted))


def archived(session: Session, caller: Caller) -> list[Course]:
    """The archived courses that the caller owns, the newest first; an operator sees all."""
    chosen = select(Course).where(Course.archived_at.is_not(None)).order_by(Course.id.desc())
    if not caller.operator:
        own = [id_ for id_, role in courses_of(session, caller).items() if role is Role.OWNER]
        chosen = chosen.where(Course.id.in_(own))
    return list(session.scalars(chosen))


def delete_due(database: Database, *, now: datetime) -> bool:
    """A batch of a course whose grace period is over; whether there may be more."""
    with database.begin() as session:
        due = select(Course.id).where(Course.delete_at <= now).order_by(Course.id).limit(1)
        course_id = session.scalar(due.with_for_update(skip_locked=True))
        if course_id is None:
            return False
        if not _delete_submissions(session, course_id):
            session.execute(delete(Course).where(Course.id == course_id))
            audit.record(session, None, "course-deleted", course_id, now=now)
        return True


def _delete_submissions(session: Session, course_id: UUID) -> int:
    """Some of them, with their gradings, reports and files."""
    chosen = (
        select(Submission.id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Assignment.course_id == course_id)
        .limit(_AT_A_TIME)
    )
    ids = session.scalars(chosen).all()
    gone = delete(Submission).where(Submission.id.in_(ids)).returning(Submission.sha256)
    delete_files_of_nobody(session, set(session.scalars(gone)))
    return len(ids)


def delete_files_of_nobody(session: Session, digests: set[str]) -> None:
    """Delete those of these files that no submission uses. Each is locked before its uses are counted."""
    files = select(StoredFile.sha256).where(StoredFile.sha256.in_(digests)).order_by(StoredFile.sha256)
    session.scalars(files.with_for_update()).all()
    used = exists().where(Submission.sha256 == StoredFile.sha256)
    session.execute(delete(StoredFile).where(StoredFile.sha256.in_(digests), ~used))
