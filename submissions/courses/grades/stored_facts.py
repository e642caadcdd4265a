"""Makes facts of attempts from their stored reports, where another grading counts or facts are missing."""

from collections.abc import Collection, Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, delete, insert, select
from sqlalchemy.orm import Session

from submissions.courses.grades import facts
from submissions.courses.grades.report_facts import ReportFacts
from submissions.storage.rows import batches
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    AttemptFact,
    CauseFact,
    Grading,
    State,
    StoredReport,
    Submission,
)

_AT_A_TIME = 200


def is_attempt() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that make a submission an attempt that has facts."""
    return (
        Submission.state == State.GRADED,
        Submission.reused.is_(False),
        Submission.person_id.is_not(None),
    )


def complete(session: Session, *, at_a_time: int = _AT_A_TIME) -> bool:
    """Write facts of some attempts that are from before there were any; whether there may be more."""
    chosen = (
        select(Submission.id, Submission.assignment_id)
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .outerjoin(AttemptFact, AttemptFact.submission_id == Submission.id)
        .where(*is_attempt(), Assignment.course_id.is_not(None), AttemptFact.submission_id.is_(None))
        .order_by(Submission.assignment_id, Submission.id)
        .limit(at_a_time)
    )
    missing: dict[UUID, list[UUID]] = {}
    for submission_id, assignment_id in session.execute(chosen):
        missing.setdefault(assignment_id, []).append(submission_id)
    for assignment_id, submissions in missing.items():
        follow(session, session.get_one(Assignment, assignment_id), submissions)
    return sum(map(len, missing.values())) == at_a_time


def follow(session: Session, assignment: Assignment, submissions: Collection[UUID]) -> None:
    """Count the facts of these submissions again: another grading of each counts now.

    Call it last in a transaction, as `facts.keep`.
    """
    session.flush()
    people = _students(session, submissions)
    facts.lock(session, assignment.id, people)
    for some in batches(submissions, _AT_A_TIME):
        for table in (CauseFact, AttemptFact):
            session.execute(delete(table).where(table.submission_id.in_(some)))
        write_missing(session, some)
    facts.reckon(session, assignment, people)


def _students(session: Session, submissions: Collection[UUID]) -> set[UUID]:
    found: set[UUID] = set()
    for some in batches(submissions, _AT_A_TIME):
        theirs = session.scalars(select(Submission.person_id).where(Submission.id.in_(some)))
        found.update(each for each in theirs if each is not None)
    return found


def write_missing(session: Session, submissions: Sequence[UUID]) -> None:
    """Write the facts of those that are attempts and have none.

    Where a report was deleted, they are made of what its grading still says.
    """
    known = select(AttemptFact.submission_id).where(AttemptFact.submission_id.in_(submissions))
    missing = set(submissions) - set(session.scalars(known))
    rows = session.execute(
        select(Submission, Grading, AssignmentVersion, StoredReport.content)
        .join(Grading, Grading.id == Submission.grading_id)
        .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .outerjoin(StoredReport, StoredReport.grading_id == Grading.id)
        .where(Submission.id.in_(missing), *is_attempt())
    )
    attempts, causes = [], []
    for submission, grading, version, content in rows:
        found = (
            ReportFacts.stored(content) if content else ReportFacts(dict.fromkeys(grading.causes, False), {})
        )
        attempts.append(facts.row_of(submission, grading, version, found))
        causes += facts.cause_rows(submission, found)
    if attempts:
        facts.write(session, attempts)
    if causes:
        session.execute(insert(CauseFact), causes)
