"""The people whom a number of a dashboard counts."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from submissions.figures.selection import Selection, attempted, is_student
from submissions.figures.turnout import NOT_GRADED, STUCK
from submissions.tables import Assignment, AttemptFact, CauseHistory, Enrolment, Person, Submission

_EVERYTHING = 100


class Counted(StrEnum):
    """The groups of people that numbers of a dashboard count."""

    SUBMITTED = "submitted"
    NOT_YET = "not-yet"
    LATE = "late"
    PASSED = "passed"
    NEED_HELP = "need-help"
    POINTS = "points"
    """So many percent of the points."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whom a number counts; `least` and `most` are percents, the second of them not included."""

    counted: Counted
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class CountedPerson:
    """A student whom a number counts."""

    person_id: UUID
    name: str


def counted_people(
    session: Session, assignment: Assignment, selection: Selection, question: Question, *, limit: int
) -> list[CountedPerson]:
    """The active students of a course whom a number counts, by name."""
    chosen = (
        select(Person.id, Person.name)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == assignment.course_id, *is_student(selection))
        .where(_holds(assignment.id, selection, question))
        .order_by(Person.name_key, Person.id)
        .limit(limit)
    )
    return [CountedPerson(id_, name) for id_, name in session.execute(chosen)]


def _holds(assignment_id: UUID, selection: Selection, question: Question) -> ColumnElement[bool]:
    match question.counted:
        case Counted.SUBMITTED:
            return _has_submitted(assignment_id)
        case Counted.NOT_YET:
            return ~_has_submitted(assignment_id)
        case Counted.NEED_HELP:
            return exists().where(
                CauseHistory.assignment_id == assignment_id,
                CauseHistory.person_id == Person.id,
                CauseHistory.streak >= STUCK,
            )
        case Counted.LATE:
            return _has_attempt(assignment_id, selection, AttemptFact.late.is_(True))
        case Counted.PASSED:
            return _has_attempt(assignment_id, selection, AttemptFact.passed.is_(True))
    held = [AttemptFact.percent >= Decimal(question.least)]
    if question.least < _EVERYTHING:
        held.append(AttemptFact.percent < Decimal(question.most))
    return _has_attempt(assignment_id, selection, *held)


def _has_attempt(
    assignment_id: UUID, selection: Selection, *held: ColumnElement[bool]
) -> ColumnElement[bool]:
    """Whether a selected attempt of somebody holds this."""
    of_person = (AttemptFact.assignment_id == assignment_id, AttemptFact.person_id == Person.id)
    return exists().where(*of_person, *attempted(selection), *held)


def _has_submitted(assignment_id: UUID) -> ColumnElement[bool]:
    graded = exists().where(
        AttemptFact.assignment_id == assignment_id,
        AttemptFact.person_id == Person.id,
        AttemptFact.counts.is_(True),
    )
    waits = exists().where(
        Submission.assignment_id == assignment_id,
        Submission.person_id == Person.id,
        Submission.state.in_(NOT_GRADED),
    )
    return or_(graded, waits)
