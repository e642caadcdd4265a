"""A student's grade in an assignment: which attempt counts, and what lateness and overrides make of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.grades.deadlines import Deadlines, after_lateness
from submissions.tables import (
    Assignment,
    AssignmentVersion,
    Counts,
    Extension,
    Grading,
    Override,
    State,
    Submission,
)

_OfPair = TypeVar("_OfPair", Extension, Override)
_AT_A_TIME = 2000
"""Rows that are in memory at once where a whole course is read."""


class Column(Frozen):
    """One assignment."""

    assignment: Assignment
    version_id: UUID
    """The current version."""
    possible: Decimal
    """Its points."""

    @property
    def weight(self) -> Decimal:
        """Its weight in the total of the course."""
        given = self.assignment.grade_weight
        return self.possible if given is None else given


class GradeCell(Frozen):
    """One student's grade in one assignment, in points of its current version."""

    points: Decimal
    possible: Decimal
    submission_id: UUID | None
    """The submission that it comes from; None where a person gave it and nothing was graded."""
    late_days: int = 0
    overridden: bool = False
    outdated: bool = False
    """Graded on an earlier version: its share of the points there, until it is graded again."""
    asked: Decimal | None = None
    """The share of the assignment that was asked of the submission, in percent; None if nobody noted it."""


@dataclass(frozen=True, slots=True)
class Given:
    """The extensions and overrides that staff gave students, by assignment and person."""

    extensions: Mapping[tuple[UUID, UUID], Extension]
    overrides: Mapping[tuple[UUID, UUID], Override]

    @classmethod
    def read(
        cls, session: Session, across: Iterable[Column], people: Collection[UUID] | None = None
    ) -> "Given":
        """Read what some people were given, or all. Two queries."""
        ids = [column.assignment.id for column in across]
        return cls(_by_pair(session, Extension, ids, people), _by_pair(session, Override, ids, people))

    def of(self, across: Iterable[Column]) -> "Given":
        """Return what they were given in some of the assignments."""
        ids = {column.assignment.id for column in across}
        return Given(
            {pair: each for pair, each in self.extensions.items() if pair[0] in ids},
            {pair: each for pair, each in self.overrides.items() if pair[0] in ids},
        )


class _Graded(Frozen):
    """One graded submission, as far as grades need it."""

    assignment_id: UUID
    person_id: UUID
    submission_id: UUID
    at: datetime
    earned: Decimal
    version_id: UUID
    possible: Decimal
    asked: Decimal | None
    reused: bool


class _CountedGrade(Frozen):
    """A grade, and what decides which of two counts: the higher. Of equals, the same file again does not."""

    cell: GradeCell
    rank: tuple[Decimal, bool, datetime, UUID]


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
    """One assignment, also one that is archived."""
    current = select(AssignmentVersion.id, AssignmentVersion.points).where(
        AssignmentVersion.assignment_id == assignment.id,
        AssignmentVersion.number == assignment.version_number,
    )
    return Column(assignment, *session.execute(current).one())


def grades(
    session: Session,
    across: Iterable[Column],
    people: Collection[UUID] | None = None,
    *,
    standing: ColumnElement[UUID] | None = None,
    given: Given | None = None,
) -> dict[UUID, dict[UUID, GradeCell]]:
    """Return grades by person and assignment; of some people, or of all who ever submitted something.

    `standing` says by submission which grading is to count in place of the one that does. `given` is what
    these people were given, or more, where that was read already.
    """
    by_id = {column.assignment.id: column for column in across}
    given = Given.read(session, by_id.values(), people) if given is None else given
    cells: dict[UUID, dict[UUID, GradeCell]] = defaultdict(dict)
    for (assignment_id, person_id), counted in _best(session, by_id, people, standing, given).items():
        cells[person_id][assignment_id] = counted.cell
    of_people = None if people is None else set(people)
    for (assignment_id, person_id), override in given.overrides.items():
        if of_people is not None and person_id not in of_people:
            continue
        graded = cells[person_id].get(assignment_id) or GradeCell(
            Decimal(0), by_id[assignment_id].possible, None
        )
        cells[person_id][assignment_id] = replace(
            graded, points=override.points, late_days=0, overridden=True, outdated=False
        )
    return cells


def is_another(before: GradeCell | None, after: GradeCell | None) -> bool:
    """Whether a grade is another one."""
    return points_of(before) != points_of(after)


def points_of(cell: GradeCell | None) -> Decimal | None:
    """The points, as they are kept; None where there is no grade."""
    return None if cell is None else round(cell.points, 4)


def extensions_by_pair(
    session: Session, by_id: Iterable[UUID], people: Collection[UUID] | None
) -> dict[tuple[UUID, UUID], Extension]:
    """Return extensions by assignment and person; of some people, or of all."""
    return _by_pair(session, Extension, by_id, people)


def _best(
    session: Session,
    by_id: Mapping[UUID, Column],
    people: Collection[UUID] | None,
    standing: ColumnElement[UUID] | None,
    given: Given,
) -> dict[tuple[UUID, UUID], _CountedGrade]:
    """Return by assignment and person the submission that counts. Only those are kept while reading."""
    best: dict[tuple[UUID, UUID], _CountedGrade] = {}
    for graded in _graded(session, by_id, people, standing):
        pair = graded.assignment_id, graded.person_id
        counted = _counted(graded, by_id[graded.assignment_id], given.extensions.get(pair))
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
        asked=graded.asked,
    )
    if column.assignment.counts == Counts.LATEST:
        return _CountedGrade(cell, (Decimal(0), True, graded.at, graded.submission_id))
    return _CountedGrade(cell, (cell.points, not graded.reused, graded.at, graded.submission_id))


def _graded(
    session: Session,
    by_id: Iterable[UUID],
    people: Collection[UUID] | None,
    standing: ColumnElement[UUID] | None,
) -> Iterator[_Graded]:
    """Yield of each student the gradings that can count; the database leaves out those that cannot."""
    ranked = _ranked(by_id, people, standing).subquery()
    chosen = select(ranked, AssignmentVersion.points).join(
        AssignmentVersion, AssignmentVersion.id == ranked.c.version_id
    )
    rows = session.execute(chosen.where(ranked.c.place == 1), execution_options={"yield_per": _AT_A_TIME})
    for assignment_id, person_id, submission_id, at, earned, asked, version_id, reused, _, possible in rows:
        assert person_id is not None  # trials belong to no course
        assert earned is not None  # it is graded
        yield _Graded(
            assignment_id, person_id, submission_id, at, earned, version_id, possible, asked, reused
        )


def _ranked(
    by_id: Iterable[UUID], people: Collection[UUID] | None, standing: ColumnElement[UUID] | None
) -> Select[*tuple[Any, ...]]:
    """All that was graded, with its place among those of a student that can be compared without a clock."""
    state = Submission.state if standing is None else Grading.state
    chosen = (
        select(
            Submission.assignment_id,
            Submission.person_id,
            Submission.id,
            Submission.created_at,
            Grading.points,
            Grading.asked,
            Grading.version_id,
            Submission.reused,
            _place().label("place"),
        )
        .join(Assignment, Assignment.id == Submission.assignment_id)
        .join(Grading, Grading.id == (Submission.grading_id if standing is None else standing))
        .where(Submission.assignment_id.in_(by_id), state == State.GRADED)
    )
    return chosen if people is None else chosen.where(Submission.person_id.in_(people))


def _place() -> ColumnElement[int]:
    """Return the place of what can be compared, 1 for what counts.

    What came in time, or where lateness costs nothing, is decided by its points; each late file stands alone,
    as extensions decide what it lost. An extension never makes a due date earlier.
    """
    counts_best = Assignment.counts != Counts.LATEST
    late = and_(
        counts_best, Assignment.late_percent_per_day > Decimal(0), Submission.created_at > Assignment.due_at
    )
    return func.row_number().over(
        partition_by=(
            Submission.assignment_id,
            Submission.person_id,
            Grading.version_id,
            case((late, Submission.id)),
        ),
        order_by=(
            case((counts_best, Grading.points)).desc(),
            case((counts_best, Submission.reused)),
            Submission.created_at.desc(),
            Submission.id.desc(),
        ),
    )


def _rescaled(earned: Decimal, of: Decimal, possible: Decimal) -> Decimal:
    """The points rescaled: the same share of another total."""
    share = Fraction(earned) / Fraction(of) * Fraction(possible)
    return Decimal(share.numerator) / share.denominator


def _by_pair(
    session: Session, table: type[_OfPair], by_id: Iterable[UUID], people: Collection[UUID] | None
) -> dict[tuple[UUID, UUID], _OfPair]:
    chosen = select(table).where(table.assignment_id.in_(by_id))
    if people is not None:
        chosen = chosen.where(table.person_id.in_(people))
    return {(grading.assignment_id, grading.person_id): grading for grading in session.scalars(chosen)}


def _is_current() -> ColumnElement[bool]:
    return (AssignmentVersion.assignment_id == Assignment.id) & (
        AssignmentVersion.number == Assignment.version_number
    )
