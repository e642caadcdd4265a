"""Counts the facts of an assignment again from stored reports, for example after an update."""

from uuid import UUID

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.orm import Session

from submissions.courses.grades import facts, stored_facts
from submissions.tables import (
    Assignment,
    AttemptFact,
    CauseFact,
    StoredReport,
    Submission,
)

_AT_A_TIME = 200


def all_assignments(session: Session) -> list[UUID]:
    """The assignments of all courses, the oldest first."""
    return list(
        session.scalars(
            select(Assignment.id).where(Assignment.course_id.is_not(None)).order_by(Assignment.id)
        )
    )


def rebuild(session: Session, assignment_id: UUID) -> int:
    """How many graded attempts there are; their facts are new.

    Where a report was deleted, the facts of the attempt are kept, or made of what its grading still says.
    """
    assignment = session.get_one(Assignment, assignment_id)
    graded = list(
        session.scalars(select(Submission.id).where(*_is_graded(assignment_id)).order_by(Submission.id))
    )
    _forget(session, assignment_id)
    for start in range(0, len(graded), _AT_A_TIME):
        stored_facts.write_missing(session, graded[start : start + _AT_A_TIME])
    facts.reckon(session, assignment)
    return len(graded)


def _is_graded(assignment_id: UUID) -> tuple[ColumnElement[bool], ...]:
    return (Submission.assignment_id == assignment_id, *stored_facts.is_attempt())


def _forget(session: Session, assignment_id: UUID) -> None:
    """The facts of attempts that are none any more, and of those that have a report to make them from."""
    kept = (
        select(Submission.id)
        .outerjoin(StoredReport, StoredReport.grading_id == Submission.grading_id)
        .where(*_is_graded(assignment_id), StoredReport.grading_id.is_(None))
    )
    for table in (CauseFact, AttemptFact):
        session.execute(
            delete(table).where(table.assignment_id == assignment_id, table.submission_id.not_in(kept))
        )
