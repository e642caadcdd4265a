"""Deletes reports and files that were kept for as long as the settings say. Grades and receipts stay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, exists, false, func, literal, or_, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from grader.records import Frozen
from submissions.storage.database import Database
from submissions.tables import (
    UNFINISHED,
    Assignment,
    Course,
    Extension,
    Grading,
    StoredFile,
    StoredReport,
    Submission,
)
from submissions.tables._base import Moment

_Days = InstrumentedAttribute[int | None]

_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""A moment before anything was submitted: nothing has been kept for too long."""
_AT_A_TIME = 500
"""Rows of one transaction: whoever hands in does not wait for long."""


class Retention(Frozen):
    """How long things are kept after their assignment has closed; None: for ever."""

    reports: timedelta | None = None
    files: timedelta | None = None

    @classmethod
    def of_days(cls, *, reports: int | None, files: int | None) -> "Retention":
        """Return the retention for these numbers of days; None keeps for ever."""
        return cls(_days(reports), _days(files))


class DeletionBatch(Frozen):
    """The number of reports and files deleted in one go."""

    reports: int = 0
    files: int = 0

    @property
    def more(self) -> bool:
        """Whether there may be more."""
        return max(self.reports, self.files) == _AT_A_TIME


def delete_overdue(database: Database, kept: Retention, *, now: datetime) -> DeletionBatch:
    """Delete a batch of reports and one of files, each in a transaction of its own."""
    reports = files = 0
    with database.begin() as session:
        if (cutoff := _cutoff(session, Course.keep_reports_days, kept.reports, now)) is not None:
            reports = _delete_reports(session, cutoff)
    with database.begin() as session:
        if (cutoff := _cutoff(session, Course.keep_files_days, kept.files, now)) is not None:
            files = _delete_files(session, cutoff, now)
    return DeletionBatch(reports, files)


@dataclass(frozen=True, slots=True)
class _Cutoff:
    """The moments before which a closed assignment is overdue: by its course's days or the service's."""

    days: _Days
    own: Mapping[int, datetime]
    """The moments by the days of a course."""
    usual: datetime
    late: Sequence[int]
    """All numbers of days for which some assignment takes late work."""
    used: Sequence[int]
    """All numbers of late days that some student used."""

    def before(self, days: int = 0) -> ColumnElement[datetime]:
        """`days` earlier. The days are subtracted here, since each database adds days in its own way."""
        by = timedelta(days=days)
        usual = literal(self.usual - by, Moment())
        if not self.own:
            return usual
        moments = {number: literal(at - by, Moment()) for number, at in self.own.items()}
        return case(*((self.days == number, moment) for number, moment in moments.items()), else_=usual)


def _cutoff(session: Session, days: _Days, service: timedelta | None, now: datetime) -> _Cutoff | None:
    """Return the time before which data is deleted; None if everything is kept for ever."""
    chosen = _values(session, days)
    if service is None and not chosen:
        return None
    usual = _LONG_AGO if service is None else now - service
    own = {number: max(usual, now - timedelta(days=number)) for number in chosen}
    late = _values(session, Assignment.late_accepted_days)
    return _Cutoff(days, own, usual, late, _values(session, Extension.late_days))


def _values(session: Session, column: InstrumentedAttribute[Any]) -> list[int]:
    return [int(each) for each in session.scalars(select(column).where(column.is_not(None)).distinct())]


def _delete_reports(session: Session, cutoff: _Cutoff) -> int:
    """Delete reports of assignments that closed before; one graded again later is kept as long again."""
    chosen = (
        select(StoredReport.grading_id)
        .join(Grading, Grading.id == StoredReport.grading_id)
        .join(Submission, Submission.id == Grading.submission_id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Course, Course.id == Assignment.course_id)
        .where(~_is_open(cutoff), Grading.finished_at < cutoff.before())
        .order_by(StoredReport.grading_id)
        .limit(_AT_A_TIME)
        .with_for_update(skip_locked=True, of=StoredReport)
    )
    ids = session.scalars(chosen).all()
    session.execute(delete(StoredReport).where(StoredReport.grading_id.in_(ids)))
    return len(ids)


def _delete_files(session: Session, cutoff: _Cutoff, now: datetime) -> int:
    """The bytes of those that belong to closed assignments only. Their size and their SHA-256 stay.

    A file is locked before it is looked who has it: nobody hands it in between.
    """
    handed_in = exists().where(Submission.sha256 == StoredFile.sha256)
    needed = exists(
        select(Submission.id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .outerjoin(Course, Course.id == Assignment.course_id)
        .where(Submission.sha256 == StoredFile.sha256, or_(_is_open(cutoff), _is_needed(cutoff.before())))
    )
    overdue = and_(StoredFile.deleted_at.is_(None), handed_in, ~needed)
    chosen = select(StoredFile.sha256).where(overdue).order_by(StoredFile.sha256).limit(_AT_A_TIME)
    digests = session.scalars(chosen.with_for_update(skip_locked=True)).all()
    gone = update(StoredFile).where(StoredFile.sha256.in_(digests), overdue)
    nothing = gone.values(content=b"", object_key=None, deleted_at=now)
    session.execute(nothing, execution_options={"synchronize_session": False})
    return len(digests)


def _is_open(cutoff: _Cutoff) -> ColumnElement[bool]:
    """Whether the assignment of a submission was open then, or may be for ever; for its student at least.

    The same as `Deadlines.closes_at`; a test compares both.
    """
    before = cutoff.before()
    end = func.coalesce(Assignment.closes_at, Assignment.due_at, Assignment.archived_at)
    takes_late_work = (Assignment.late_accepted_days.is_not(None), Assignment.due_at.is_not(None))
    for_all = or_(
        end.is_(None),
        and_(end >= before, ~and_(*takes_late_work)),
        and_(
            *takes_late_work,
            or_(Assignment.closes_at.is_(None), Assignment.closes_at >= before),
            _is_moved_by(Assignment.late_accepted_days, cutoff.late, cutoff, Assignment.due_at),
        ),
    )
    for_one = exists().where(
        Extension.assignment_id == Submission.assignment_id,
        Extension.person_id == Submission.person_id,
        or_(
            Extension.closes_at >= before,
            _is_moved_by(Extension.late_days, cutoff.used, cutoff, Assignment.due_at, Extension.due_at),
        ),
    )
    return or_(for_all, for_one)


def _is_moved_by(
    days: InstrumentedAttribute[int] | InstrumentedAttribute[int | None],
    known: Sequence[int],
    cutoff: _Cutoff,
    *dates: InstrumentedAttribute[datetime | None],
) -> ColumnElement[bool]:
    """Whether one of the dates, moved by the number of days in the column `days`, is after the cutoff."""
    return or_(
        false(),
        *(and_(days == each, or_(*(date >= cutoff.before(each) for date in dates))) for each in known),
    )


def _is_needed(before: ColumnElement[datetime]) -> ColumnElement[bool]:
    """Whether a submission came later, or is still to be graded."""
    waits = exists().where(Grading.submission_id == Submission.id, Grading.state.in_(UNFINISHED))
    return or_(Submission.created_at >= before, Submission.state.in_(UNFINISHED), waits)


def _days(number: int | None) -> timedelta | None:
    return None if number is None else timedelta(days=number)
