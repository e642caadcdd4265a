"""Deletes reports and files that were kept for as long as the settings say. Grades and receipts stay."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from submissions.storage.database import Database
from submissions.tables import (
    UNFINISHED,
    Assignment,
    Extension,
    Grading,
    StoredFile,
    StoredReport,
    Submission,
)

_AT_A_TIME = 500
"""Rows of one transaction: whoever hands in does not wait for long."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How long things are kept after their assignment has closed; None: for ever."""

    reports: timedelta | None = None
    files: timedelta | None = None

    @classmethod
    def of_days(cls, *, reports: int | None, files: int | None) -> "Retention":
        """As many days as the settings say."""
        return cls(_days(reports), _days(files))


@dataclass(frozen=True, slots=True)
class DeletionBatch:
    """What was deleted in one go."""

    reports: int = 0
    files: int = 0

    @property
    def more(self) -> bool:
        """Whether there may be more."""
        return max(self.reports, self.files) == _AT_A_TIME


def delete_overdue(database: Database, kept: Retention, *, now: datetime) -> DeletionBatch:
    """A batch of each, in a transaction of its own."""
    reports = files = 0
    if kept.reports is not None:
        with database.begin() as session:
            reports = _delete_reports(session, now - kept.reports)
    if kept.files is not None:
        with database.begin() as session:
            files = _delete_files(session, now - kept.files, now)
    return DeletionBatch(reports, files)


def _delete_reports(session: Session, before: datetime) -> int:
    """Those of assignments that closed before; one that was graded again later is kept as long again."""
    chosen = (
        select(StoredReport.grading_id)
        .join(Grading, Grading.id == StoredReport.grading_id)
        .join(Submission, Submission.id == Grading.submission_id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Assignment.course_id.is_not(None), ~_is_open(before), Grading.finished_at < before)
        .order_by(StoredReport.grading_id)
        .limit(_AT_A_TIME)
        .with_for_update(skip_locked=True, of=StoredReport)
    )
    ids = session.scalars(chosen).all()
    session.execute(delete(StoredReport).where(StoredReport.grading_id.in_(ids)))
    return len(ids)


def _delete_files(session: Session, before: datetime, now: datetime) -> int:
    """The bytes of those that belong to closed assignments only. Their size and their SHA-256 stay.

    A file is locked before it is looked who has it: nobody hands it in between.
    """
    handed_in = exists().where(Submission.sha256 == StoredFile.sha256)
    needed = exists(
        select(Submission.id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .where(Submission.sha256 == StoredFile.sha256, or_(_is_open(before), _is_needed(before)))
    )
    overdue = and_(StoredFile.deleted_at.is_(None), handed_in, ~needed)
    chosen = select(StoredFile.sha256).where(overdue).order_by(StoredFile.sha256).limit(_AT_A_TIME)
    digests = session.scalars(chosen.with_for_update(skip_locked=True)).all()
    gone = update(StoredFile).where(StoredFile.sha256.in_(digests), overdue)
    session.execute(
        gone.values(content=b"", deleted_at=now), execution_options={"synchronize_session": False}
    )
    return len(digests)


def _is_open(before: datetime) -> ColumnElement[bool]:
    """Whether the assignment of a submission was open then, or may be for ever; for its student at least."""
    end = func.coalesce(Assignment.closes_at, Assignment.due_at, Assignment.archived_at)
    longer = exists().where(
        Extension.assignment_id == Submission.assignment_id,
        Extension.person_id == Submission.person_id,
        func.coalesce(Extension.closes_at, Extension.due_at) >= before,
    )
    return or_(end.is_(None), end >= before, longer)


def _is_needed(before: datetime) -> ColumnElement[bool]:
    """Whether a submission came later, or is still to be graded."""
    waits = exists().where(Grading.submission_id == Submission.id, Grading.state.in_(UNFINISHED))
    return or_(Submission.created_at >= before, Submission.state.in_(UNFINISHED), waits)


def _days(number: int | None) -> timedelta | None:
    return None if number is None else timedelta(days=number)
