"""The people whom a number of a dashboard counts."""

from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from grader.finding import Certainty
from grader.records import Frozen
from grader.report import Verdict
from submissions.people.access.people import beyond
from submissions.tables import (
    Assignment,
    AttemptFact,
    CauseFact,
    CauseHistory,
    Enrolment,
    Person,
    Submission,
    VerdictPattern,
)
from submissions.teaching.figures.overcoming import UNKNOWN
from submissions.teaching.figures.selection import Selection, attempted, in_time, is_student
from submissions.teaching.figures.turnout import NOT_GRADED, STUCK

NO_KNOWN_CAUSE = "unknown"
"""The name, in a question, of what comes next where something is wrong, and no cause of it is known."""


class Counted(StrEnum):
    """The groups of people that numbers of a dashboard count."""

    SUBMITTED = "submitted"
    NOT_YET = "not-yet"
    LATE = "late"
    PASSED = "passed"
    NEED_HELP = "need-help"
    ATTEMPTED = "attempted"
    """Students with a selected attempt."""
    POINTS = "points"
    """Students whose selected attempt has a percentage in a range."""
    HAVE = "have"
    """A cause, in the selected attempt."""
    EVER = "ever"
    """A cause, in any graded attempt of the selected time."""
    OVERCAME = "overcame"
    """A later attempt without a cause."""
    SUITE_APPLIED = "suite-applied"
    """The suite could be asked of the selected attempt."""
    SUITE_UNWRITTEN = "suite-unwritten"
    """The class of the selected attempt does not have what the suite needs."""
    SUITE_PASSED = "suite-passed"


class Question(Frozen, kw_only=True):
    """A question whom a number counts. What the group does not need says nothing."""

    counted: Counted
    least: int = 0
    """Percent of the points."""
    most: int | None = None
    """The end of the range of percent, not included; None: no limit."""
    cause: str = ""
    certainty: Certainty | None = None
    """The certainty of the cause; proven in one attempt and likely in another counts as proven."""
    then: str = ""
    """The first finding of the first attempt without it, `PASSED` or `NO_KNOWN_CAUSE`; empty: any."""
    suite: str = ""


class CountedPerson(Frozen):
    """A student whom a number counts."""

    person_id: UUID
    name: str


def counted_people(
    session: Session,
    assignment: Assignment,
    selection: Selection,
    question: Question,
    *,
    after: tuple[str, UUID] | None = None,
    limit: int,
) -> list[CountedPerson]:
    """The active students of a course whom a number counts, by name; `after` the last one seen."""
    chosen = (
        select(Person.id, Person.name)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == assignment.course_id, *is_student(selection))
        .where(_holds(assignment.id, selection, question))
        .order_by(Person.name_key, Person.id)
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(beyond(*after))
    return [CountedPerson(id_, name) for id_, name in session.execute(chosen)]


def _holds(assignment_id: UUID, selection: Selection, question: Question) -> ColumnElement[bool]:
    match question.counted:
        case Counted.SUBMITTED | Counted.NOT_YET:
            has_submitted = _has_submitted(assignment_id)
            return has_submitted if question.counted is Counted.SUBMITTED else ~has_submitted
        case Counted.NEED_HELP:
            return _has_history(assignment_id, CauseHistory.streak >= STUCK)
        case Counted.OVERCAME:
            return _has_history(assignment_id, *_overcame(question))
        case Counted.EVER:
            return _has_cause(assignment_id, in_time(selection), question)
        case Counted.HAVE:
            return _has_cause(assignment_id, attempted(selection), question)
    return _has_attempt(assignment_id, *attempted(selection), *_of_attempt(question))


def _of_attempt(question: Question) -> list[ColumnElement[bool]]:
    """Return the conditions on an attempt of somebody who is counted."""
    match question.counted:
        case Counted.LATE:
            return [AttemptFact.late.is_(True)]
        case Counted.PASSED:
            return [AttemptFact.passed.is_(True)]
        case Counted.SUITE_APPLIED | Counted.SUITE_UNWRITTEN | Counted.SUITE_PASSED:
            return [_has_verdict(question)]
        case Counted.POINTS:
            least = AttemptFact.percent >= Decimal(question.least)
            return [least] if question.most is None else [least, AttemptFact.percent < Decimal(question.most)]
    return []


def _has_attempt(assignment_id: UUID, *held: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether an attempt of somebody holds this."""
    return exists().where(
        AttemptFact.assignment_id == assignment_id, AttemptFact.person_id == Person.id, *held
    )


def _has_verdict(question: Question) -> ColumnElement[bool]:
    """Whether an attempt passes a suite, lacks what it needs, or could be asked it."""
    verdict = VerdictPattern.suites[question.suite].as_string()
    of = {Counted.SUITE_PASSED: Verdict.PASSED, Counted.SUITE_UNWRITTEN: Verdict.MISSING}.get(
        question.counted
    )
    held = verdict != Verdict.NOT_APPLICABLE if of is None else verdict == of
    return exists().where(VerdictPattern.digest == AttemptFact.pattern, held)


def _has_cause(
    assignment_id: UUID, of_attempt: list[ColumnElement[bool]], question: Question
) -> ColumnElement[bool]:
    """Whether an attempt of somebody has a cause, with this certainty."""
    fact = (CauseFact.submission_id == AttemptFact.submission_id, CauseFact.cause == question.cause)
    has_it = _has_attempt(assignment_id, *of_attempt, exists().where(*fact))
    if question.certainty is None:
        return has_it
    proven = _has_attempt(assignment_id, *of_attempt, exists().where(*fact, CauseFact.proven.is_(True)))
    return proven if question.certainty is Certainty.PROVEN else has_it & ~proven


def _has_history(assignment_id: UUID, *held: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a cause lasted like this for somebody."""
    return exists().where(
        CauseHistory.assignment_id == assignment_id, CauseHistory.person_id == Person.id, *held
    )


def _overcame(question: Question) -> list[ColumnElement[bool]]:
    """Return the conditions on a cause that somebody overcame, and on the attempt after it."""
    overcame = [CauseHistory.cause == question.cause, CauseHistory.attempts.is_not(None)]
    if not question.then:
        return overcame
    if question.then == NO_KNOWN_CAUSE:
        nothing_known = or_(CauseHistory.next_cause == UNKNOWN, CauseHistory.next_cause.is_(None))
        return [*overcame, nothing_known]
    return [*overcame, CauseHistory.next_cause == question.then]


def _has_submitted(assignment_id: UUID) -> ColumnElement[bool]:
    graded = _has_attempt(assignment_id, AttemptFact.counts.is_(True))
    waits = exists().where(
        Submission.assignment_id == assignment_id,
        Submission.person_id == Person.id,
        Submission.state.in_(NOT_GRADED),
    )
    return or_(graded, waits)
