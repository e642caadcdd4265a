"""The grades of a course: a row a student, a cell an assignment. As many queries for 3,000 as for 30."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from submissions.deadlines import Deadlines, after_lateness
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Counts,
    Enrolment,
    Extension,
    Grading,
    Override,
    Person,
    Role,
    State,
    Submission,
)

_OfPair = TypeVar("_OfPair", Extension, Override)


@dataclass(frozen=True, slots=True)
class Cell:
    """One student's grade in one assignment."""

    points: Decimal
    possible: Decimal
    submission_id: UUID | None
    """What it comes from; None where a person gave it."""
    late_days: int
    overridden: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One student."""

    person_id: UUID
    name: str
    login: str
    cells: Mapping[UUID, Cell]
    """By assignment; one without a grade has none."""


@dataclass(frozen=True, slots=True)
class _Graded:
    """One graded submission, as far as grades need it."""

    submission: Submission
    earned: Decimal
    possible: Decimal


def assignments(session: Session, course_id: UUID) -> list[tuple[Assignment, Decimal]]:
    """The columns: assignments with the points of their current versions, by their due dates."""
    rows = session.execute(
        select(Assignment, AssignmentVersion.points)
        .join(AssignmentVersion, _is_current())
        .where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
        .order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id)
    )
    return [(assignment, points) for assignment, points in rows]


def rows(
    session: Session, course_id: UUID, *, after: tuple[str, UUID] | None = None, limit: int | None = None
) -> list[Row]:
    """The students by name; with `limit` so many, after the name and id of the last one seen."""
    chosen = (
        select(Person)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, Enrolment.role == Role.STUDENT, Enrolment.active)
        .order_by(Person.name, Person.id)
        .limit(limit)
    )
    if after is not None:
        name, person_id = after
        chosen = chosen.where((Person.name > name) | ((Person.name == name) & (Person.id > person_id)))
    people = list(session.scalars(chosen))
    cells = grades(session, course_id, [each.id for each in people] if limit is not None else None)
    return [Row(each.id, each.name, each.login, cells[each.id]) for each in people]


def grades(
    session: Session, course_id: UUID, people: Iterable[UUID] | None = None
) -> Mapping[UUID, dict[UUID, Cell]]:
    """By person and assignment; of some people, or of all in the course."""
    chosen = None if people is None else list(people)
    columns = dict(assignments(session, course_id))
    extensions = _by_pair(session, Extension, columns, chosen)
    overrides = _by_pair(session, Override, columns, chosen)
    found: dict[UUID, dict[UUID, Cell]] = defaultdict(dict)
    by_id = {assignment.id: assignment for assignment in columns}
    for (assignment_id, person_id), graded in _graded(session, columns, chosen).items():
        assignment = by_id[assignment_id]
        deadlines = Deadlines.of(assignment, extensions.get((assignment_id, person_id)))
        found[person_id][assignment_id] = _counted(assignment, deadlines, graded)
    for (assignment_id, person_id), override in overrides.items():
        possible = columns[by_id[assignment_id]]
        found[person_id][assignment_id] = Cell(override.points, possible, None, 0, overridden=True)
    return found


def _counted(assignment: Assignment, deadlines: Deadlines, graded: list[_Graded]) -> Cell:
    """The grade of the submission that counts."""

    def value(each: _Graded) -> Decimal:
        return after_lateness(each.earned, assignment, deadlines, each.submission.created_at)

    latest = assignment.counts == Counts.LATEST
    best = max(graded, key=lambda each: each.submission.id if latest else (value(each), each.submission.id))
    days = deadlines.days_late(best.submission.created_at)
    return Cell(value(best), best.possible, best.submission.id, days, overridden=False)


def _graded(
    session: Session, columns: Iterable[Assignment], people: list[UUID] | None
) -> dict[tuple[UUID, UUID], list[_Graded]]:
    chosen = (
        select(Submission, Grading.points, AssignmentVersion.points)
        .join(Grading, Grading.id == Submission.grading_id)
        .join(AssignmentVersion, AssignmentVersion.id == Grading.version_id)
        .where(
            Submission.assignment_id.in_([each.id for each in columns]),
            Submission.state == State.GRADED,
            Submission.person_id.is_not(None),
        )
    )
    if people is not None:
        chosen = chosen.where(Submission.person_id.in_(people))
    found: dict[tuple[UUID, UUID], list[_Graded]] = defaultdict(list)
    for submission, earned, possible in session.execute(chosen):
        assert submission.person_id is not None
        assert earned is not None
        found[submission.assignment_id, submission.person_id].append(_Graded(submission, earned, possible))
    return found


def _by_pair(
    session: Session, table: type[_OfPair], columns: Iterable[Assignment], people: list[UUID] | None
) -> dict[tuple[UUID, UUID], _OfPair]:
    chosen = select(table).where(table.assignment_id.in_([each.id for each in columns]))
    if people is not None:
        chosen = chosen.where(table.person_id.in_(people))
    return {(each.assignment_id, each.person_id): each for each in session.scalars(chosen)}


def _is_current() -> ColumnElement[bool]:
    return (AssignmentVersion.assignment_id == Assignment.id) & (
        AssignmentVersion.number == Assignment.version_number
    )
