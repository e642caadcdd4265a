"""What staff prepare in a course besides its assignments, and need again in the next term."""

from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.courses.lifecycle import require_retention
from submissions.tables import CannedComment, Course, WatchThreshold
from submissions.teaching.talk.canned_comments import require_room
from submissions.teaching.watch import watch_thresholds
from submissions.teaching.watch.watch_thresholds import Thresholds
from submissions.texts.several_lines import several_lines
from submissions.texts.single_line import single_line


@dataclass(frozen=True, slots=True)
class SavedComment:
    """A text that staff use again and again in comments."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Preparations:
    """All of it. The defaults are those of a new course."""

    keep_files_days: int | None = None
    keep_reports_days: int | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    """The thresholds of the watch list."""
    saved_comments: tuple[SavedComment, ...] = ()


def of(session: Session, course: Course) -> Preparations:
    """Return the preparations of a course that the caller may copy."""
    chosen = select(CannedComment).where(CannedComment.course_id == course.id)
    saved = session.scalars(chosen.order_by(CannedComment.title, CannedComment.id))
    return Preparations(
        course.keep_files_days,
        course.keep_reports_days,
        watch_thresholds.of_course(session, course.id),
        tuple(SavedComment(each.title, each.text) for each in saved),
    )


def keep(session: Session, course: Course, wanted: Preparations, *, now: datetime) -> None:
    """Store these preparations in a course that was just made."""
    require_retention(wanted.keep_files_days, wanted.keep_reports_days)
    for problem in watch_thresholds.problems(wanted.thresholds):
        raise problem
    require_room(len(wanted.saved_comments))
    course.keep_files_days, course.keep_reports_days = wanted.keep_files_days, wanted.keep_reports_days
    if wanted.thresholds != Thresholds():
        session.add(WatchThreshold(course_id=course.id, **asdict(wanted.thresholds)))
    for each in wanted.saved_comments:
        title, text = single_line("title", each.title), several_lines("canned", each.text)
        session.add(CannedComment(course_id=course.id, title=title, text=text, created_at=now))
    session.flush()
