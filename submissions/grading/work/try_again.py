"""Try files are graded again when their assignment asks for something else."""

import hashlib
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.courses.assignments import assignments
from submissions.courses.assignments.points import current_version
from submissions.errors import Unusable
from submissions.grading.work.queue import REGRADE, Whose, enqueue
from submissions.storage import stored_files
from submissions.tables import (
    Assignment,
    Grading,
    GradingReason,
    State,
    Submission,
    TryFile,
)

_AT_A_TIME = 100


def try_again(session: Session, *, assignment_id: UUID | None = None, now: datetime) -> None:
    """Queue try files whose assignment has changed since, of one assignment or of all.

    A change that decides no points only notes that the file was looked at.
    """
    chosen = (
        select(TryFile, Assignment)
        .join(Assignment, Assignment.id == TryFile.assignment_id)
        .where(TryFile.revision != Assignment.revision, Assignment.archived_at.is_(None))
        .order_by(TryFile.id)
        .limit(_AT_A_TIME)
        .with_for_update(of=TryFile, skip_locked=True)
    )
    if assignment_id is not None:
        chosen = chosen.where(Assignment.id == assignment_id)
    for file, of in session.execute(chosen).all():
        _again(session, file, of, now)


def _again(session: Session, file: TryFile, of: Assignment, now: datetime) -> None:
    file.revision = of.revision
    try:
        copy = assignments.copy_for_tries(session, of, now=now)
    except Unusable:  # a suite that is gone, say: its teachers are told when they edit the assignment
        return
    version = current_version(session, copy)
    submission = session.get_one(Submission, file.submission_id)
    has_changed = file.is_starter and _take_starter(session, submission, of.starter)
    latest = session.scalar(
        select(Grading)
        .where(Grading.submission_id == submission.id)
        .order_by(Grading.created_at.desc(), Grading.id.desc())
        .limit(1)
    )
    failed = latest is None or latest.state == State.INTERNAL_ERROR
    if failed or has_changed or latest is None or latest.version_id != version.id:
        grading = Grading(
            submission_id=submission.id, version_id=version.id, reason=GradingReason.REGRADE, created_at=now
        )
        session.add(grading)
        session.flush()
        enqueue(session, grading, Whose(course_id=of.course_id), REGRADE)


def _take_starter(session: Session, submission: Submission, starter: str) -> bool:
    """Whether the starter code is another one; then it is the content from now on."""
    content = starter.encode()
    digest = hashlib.sha256(content).hexdigest()
    if digest == submission.sha256:
        return False
    stored_files.insert(session, content)
    submission.sha256 = digest
    return True
