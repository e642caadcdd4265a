"""Versions of an assignment: what decides points, frozen."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from submissions.errors import NotFound
from submissions.tables import Assignment, AssignmentVersion


def current_version(session: Session, assignment: Assignment) -> AssignmentVersion:
    """The version that new submissions are graded on. Raises `NotFound` if it is gone."""
    version = session.scalar(
        select(AssignmentVersion).where(
            AssignmentVersion.assignment_id == assignment.id,
            AssignmentVersion.number == assignment.version_number,
        )
    )
    if version is None:
        raise NotFound
    return version
