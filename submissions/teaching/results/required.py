"""The required operations that a graded class does not have."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.report import Report
from submissions.courses.assignments.points import lacking_required
from submissions.tables import AssignmentVersion, Grading, State
from submissions.teaching.results.result import Result


def required_lacking(session: Session, seen: Result, report: Report) -> tuple[str, ...]:
    """The required operations that a submission lacks, of the version that graded or refused it."""
    if not report.operations:  # also where the rung does not show them
        return ()
    version = _refusing(session, seen) if seen.submission.state == State.REFUSED else seen.version
    return lacking_required(report, version) if version is not None else ()


def _refusing(session: Session, seen: Result) -> AssignmentVersion | None:
    return session.scalar(
        select(AssignmentVersion)
        .join(Grading, Grading.version_id == AssignmentVersion.id)
        .where(Grading.id == seen.submission.grading_id)
    )
