"""For whom of a group a submission counts: for each member who could have submitted it themselves just then.

Everybody's own dates and attempts decide about themselves. So an extension helps nobody else, nobody loses by
the lateness of another, and changing groups gives no attempts.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.deadlines import Deadlines
from submissions.errors import Closed, NotOpenYet
from submissions.grading.intake.attempts import attempts_of
from submissions.tables import Assignment, Extension, Person, State, Submission


class SharedAs(StrEnum):
    """Whether a submission of the group would count for a member."""

    COUNTS = "counts"
    CLOSED = "closed"
    """The assignment is not open for them."""
    NO_ATTEMPTS = "no-attempts"


class MemberStanding(Frozen):
    """A member of a group, and whether a submission would count for them."""

    person: Person
    standing: SharedAs
    used: int
    """Attempts."""
    late: bool
    """Whether it would be late for them."""


def standings(
    session: Session, assignment: Assignment, members: Sequence[Person], *, now: datetime
) -> list[MemberStanding]:
    """Whether a submission would count now, by member in the same order; whoever asks is one of them."""
    chosen = select(Extension).where(
        Extension.assignment_id == assignment.id, Extension.person_id.in_([each.id for each in members])
    )
    extensions = {each.person_id: each for each in session.scalars(chosen)}
    found = []
    for each in members:
        dates = Deadlines.of(assignment, extensions.get(each.id))
        attempts = attempts_of(session, assignment, each.id, now=now)
        standing = SharedAs.NO_ATTEMPTS if attempts.is_over else SharedAs.COUNTS
        if not _is_open(dates, now):
            standing = SharedAs.CLOSED
        found.append(MemberStanding(each, standing, attempts.used, dates.days_late(now) > 0))
    return found


def add_rows(
    session: Session, assignment: Assignment, submission: Submission, others: Sequence[Person]
) -> list[Submission]:
    """The rows of the other members for whom a submission counts that was just taken."""
    members = standings(session, assignment, others, now=submission.created_at)
    made = list(_rows(session, submission, members))
    if made:
        submission.shared_id = submission.id
        session.add_all(made)
        session.flush()
    return made


def _rows(
    session: Session, submission: Submission, members: Iterable[MemberStanding]
) -> Iterable[Submission]:
    for each in members:
        theirs = Submission.person_id == each.person.id, Submission.grading_id == submission.grading_id
        has_it = session.scalar(select(Submission.id).where(*theirs).limit(1)) is not None
        if each.standing is SharedAs.CLOSED or (each.standing is SharedAs.NO_ATTEMPTS and not has_it):
            continue
        uses_none = has_it or submission.state == State.REFUSED
        yield Submission(
            assignment_id=submission.assignment_id,
            person_id=each.person.id,
            sha256=submission.sha256,
            file_name=submission.file_name,
            class_name=submission.class_name,
            state=submission.state,
            grading_id=submission.grading_id,
            reused=has_it,
            shared_id=submission.id,
            attempt=0 if uses_none else each.used + 1,
            created_at=submission.created_at,
        )


def _is_open(dates: Deadlines, now: datetime) -> bool:
    try:
        dates.require_open(now)
    except (Closed, NotOpenYet):
        return False
    return True
