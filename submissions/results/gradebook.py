"""The grades of a course: a row a student, a cell an assignment. As many queries for 3,000 as for 30."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session

from submissions.access.people import beyond
from submissions.access.policy import Action, Caller, require
from submissions.assignments.deadlines import Deadlines, after_lateness
from submissions.assignments.versions import current_version
from submissions.results.visibility import visibility
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
_AT_A_TIME = 2000
"""Rows that are in memory at once where a whole course is read."""


@dataclass(frozen=True, slots=True)
class Column:
    """One assignment."""

    assignment: Assignment
    version_id: UUID
    """The current version."""
    possible: Decimal
    """Its points."""


@dataclass(frozen=True, slots=True)
class GradeCell:
    """One student's grade in one assignment, in points of its current version."""

    points: Decimal
    possible: Decimal
    submission_id: UUID | None
    """What it comes from; None where a person gave it and nothing was graded."""
    late_days: int = 0
    overridden: bool = False
    outdated: bool = False
    """Graded on an earlier version: its share of the points there, until it is graded again."""


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """One student."""

    person_id: UUID
    name: str
    login: str
    cells: Mapping[UUID, GradeCell]
    """By assignment; one without a grade has none."""

    @property
    def total(self) -> Decimal:
        """The sum of what is there."""
        return sum((cell.points for cell in self.cells.values()), Decimal(0))


@dataclass(frozen=True, slots=True)
class _Graded:
    """One graded submission, as far as grades need it."""

    assignment_id: UUID
    person_id: UUID
    submission_id: UUID
    at: datetime
    earned: Decimal
    version_id: UUID
    possible: Decimal


@dataclass(frozen=True, slots=True)
class _CountedGrade:
    """A grade, and what decides which of two counts: the higher."""

    cell: GradeCell
    rank: tuple[Decimal, datetime, UUID]


@dataclass(frozen=True, slots=True)
class Gradebook:
    """The grades of a course, or of some of its students."""

    columns: list[Column]
    rows: list[GradebookRow]


@dataclass(frozen=True, slots=True)
class OwnGrade:
    """A student's own grade in one assignment."""

    cell: GradeCell | None
    """None where it is not shown yet."""


def gradebook(
    session: Session,
    caller: Caller,
    course_id: UUID,
    *,
    after: tuple[str, UUID] | None = None,
    limit: int | None = None,
) -> Gradebook:
    """The students by name; with `limit` so many, after the name and id of the last one seen.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see grades.
    """
    require(session, caller, Action.SEE_GRADES, course_id)
    across = columns(session, course_id)
    return Gradebook(across, rows(session, course_id, across, after=after, limit=limit))


def own_grades(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> dict[UUID, OwnGrade]:
    """By assignment, the grades that the caller has, as far as they are shown by now.

    Raises:
        NotSignedIn, NotFound, NotAllowed, ScopeMissing: if the caller may not see their own submissions.
    """
    require(session, caller, Action.SEE_OWN_SUBMISSION, course_id)
    me = caller.known
    across = columns(session, course_id)
    by_id = {each.assignment.id: each.assignment for each in across}
    extensions = _by_pair(session, Extension, by_id, [me])
    own: dict[UUID, OwnGrade] = {}
    for id_, cell in grades(session, across, [me]).get(me, {}).items():
        dates = Deadlines.of(by_id[id_], extensions.get((id_, me)))
        hidden = visibility(session, caller, by_id[id_]).hidden_until(dates, now) is not None
        own[id_] = OwnGrade(None if hidden else cell)
    return own


def columns(session: Session, course_id: UUID) -> list[Column]:
    """The assignments by their due dates."""
    rows = session.execute(
        select(Assignment, AssignmentVersion.id, AssignmentVersion.points)
        .join(AssignmentVersion, _is_current())
        .where(Assignment.course_id == course_id, Assignment.archived_at.is_(None))
        .order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.id)
    )
    return [Column(*each) for each in rows]


def column(session: Session, assignment: Assignment) -> Column:
    """One assignment, also one that was put away."""
    version = current_version(session, assignment)
    return Column(assignment, version.id, version.points)


def rows(
    session: Session,
    course_id: UUID,
    across: Iterable[Column],
    *,
    after: tuple[str, UUID] | None = None,
    limit: int | None = None,
) -> list[GradebookRow]:
    """The students by name; with `limit` so many, after the name and id of the last one seen."""
    chosen = (
        select(Person.id, Person.name, Person.login)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, Enrolment.role == Role.STUDENT, Enrolment.active)
        .order_by(Person.name, Person.id)
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(beyond(*after))
    people = session.execute(chosen).all()
    cells = grades(session, across, [person.id for person in people] if limit is not None else None)
    return [GradebookRow(person.id, person.name, person.login, cells.get(person.id, {})) for person in people]


def grades(
    session: Session, across: Iterable[Column], people: list[UUID] | None = None
) -> dict[UUID, dict[UUID, GradeCell]]:
    """By person and assignment; of some people, or of all who ever handed something in."""
    by_id = {column.assignment.id: column for column in across}
    cells: dict[UUID, dict[UUID, GradeCell]] = defaultdict(dict)
    for (assignment_id, person_id), counted in _best(session, by_id, people).items():
        cells[person_id][assignment_id] = counted.cell
    for (assignment_id, person_id), override in _by_pair(session, Override, by_id, people).items():
        graded = cells[person_id].get(assignment_id) or GradeCell(
            Decimal(0), by_id[assignment_id].possible, None
        )
        cells[person_id][assignment_id] = replace(
            graded, points=override.points, late_days=0, overridden=True, outdated=False
        )
    return cells


def _best(
    session: Session, by_id: Mapping[UUID, Column], people: list[UUID] | None
) -> dict[tuple[UUID, UUID], _CountedGrade]:
    """By assignment and person, the submission that counts. Only those are kept while reading."""
    extensions = _by_pair(session, Extension, by_id, people)
    best: dict[tuple[UUID, UUID], _CountedGrade] = {}
    for graded in _graded(session, by_id, people):
        pair = graded.assignment_id, graded.person_id
        counted = _counted(graded, by_id[graded.assignment_id], extensions.get(pair))
        if pair not in best or best[pair].rank < counted.rank:
            best[pair] = counted
    return best


def _counted(graded: _Graded, column: Column, extension: Extension | None) -> _CountedGrade:
    deadlines = Deadlines.of(column.assignment, extension)
    earned = graded.earned
    if graded.possible != column.possible:
        earned = _rescaled(earned, graded.possible, column.possible)
    cell = GradeCell(
        after_lateness(earned, column.assignment, deadlines, graded.at),
        column.possible,
        graded.submission_id,
        deadlines.days_late(graded.at),
        outdated=graded.version_id != column.version_id,
    )
    first = Decimal(0) if column.assignment.counts == Counts.LATEST else cell.points
    return _CountedGrade(cell, (first, graded.at, graded.submission_id))


def _graded(session: Session, by_id: Iterable[UUID], people: list[UUID] | None) -> Iterator[_Graded]:
    """Of each student, what may be what counts; the database leaves out what cannot be."""
    ranked = _ranked(by_id, people).subquery()
    chosen = select(ranked, AssignmentVersion.points).join(
        AssignmentVersion, AssignmentVersion.id == ranked.c.version_id
    )
    rows = session.execute(chosen.where(ranked.c.place == 1), execution_options={"yield_per": _AT_A_TIME})
    for assignment_id, person_id, submission_id, at, earned, version_id, _, possible in rows:
        assert person_id is not None  # trials belong to no course
        assert earned is not None  # it is graded
        yield _Graded(assignment_id, person_id, submission_id, at, earned, version_id, possible)


def _ranked(by_id: Iterable[UUID], people: list[UUID] | None) -> Select[Any]:
    """All that was graded, with its place among those of a student that can be compared without a clock.

    What came in time, or where lateness costs nothing, is decided by its points; each late file stands alone,
    as extensions decide what it lost. An extension never makes a due date earlier.
    """
    counts_best = Assignment.counts != Counts.LATEST
    late = and_(
        counts_best, Assignment.late_percent_per_day > Decimal(0), Submission.created_at > Assignment.due_at
    )
    place = func.row_number().over(
        partition_by=(
            Submission.assignment_id,
            Submission.person_id,
            Grading.version_id,
            case((late, Submission.id)),
        ),
        order_by=(
            case((counts_best, Grading.points)).desc(),
            Submission.created_at.desc(),
            Submission.id.desc(),
        ),
    )
    chosen = (
        select(
            Submission.assignment_id,
            Submission.person_id,
            Submission.id,
            Submission.created_at,
            Grading.points,
            Grading.version_id,
            place.label("place"),
        )
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Grading, Grading.id == Submission.grading_id)
        .where(Submission.assignment_id.in_(by_id), Submission.state == State.GRADED)
    )
    return chosen if people is None else chosen.where(Submission.person_id.in_(people))


def _rescaled(earned: Decimal, of: Decimal, possible: Decimal) -> Decimal:
    """The same share of other points."""
    share = Fraction(earned) / Fraction(of) * Fraction(possible)
    return Decimal(share.numerator) / share.denominator


def _by_pair(
    session: Session, table: type[_OfPair], by_id: Iterable[UUID], people: list[UUID] | None
) -> dict[tuple[UUID, UUID], _OfPair]:
    chosen = select(table).where(table.assignment_id.in_(by_id))
    if people is not None:
        chosen = chosen.where(table.person_id.in_(people))
    return {(grading.assignment_id, grading.person_id): grading for grading in session.scalars(chosen)}


def _is_current() -> ColumnElement[bool]:
    return (AssignmentVersion.assignment_id == Assignment.id) & (
        AssignmentVersion.number == Assignment.version_number
    )
