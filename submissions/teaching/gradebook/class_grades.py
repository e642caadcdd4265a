"""The grades of a whole class, kept for a minute where the class is large.

Mean and median need every grade, and a page shows a hundred students. Of a small class they are computed each
time, from the grades themselves.
"""

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from threading import Lock
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from submissions.courses.grades.cells import Column, Given, GradeCell, grades
from submissions.tables import Enrolment, Role
from submissions.teaching import durations
from submissions.teaching.gradebook.class_points import PointsOfPerson, class_points
from submissions.teaching.gradebook.grade_standing import Standing
from submissions.teaching.gradebook.grade_totals import Statistics, of_points, of_totals, share, weighed

_SMALL = 2000
"""Cells of a table that are computed each time."""
_MOST_KEPT = 20


@dataclass(frozen=True, slots=True)
class ClassReading:
    """The rows from which the grades of a class were just computed."""

    given: Given
    standing: Standing
    cells: Mapping[UUID, Mapping[UUID, GradeCell]] | None
    """Grades by person and assignment; None for a large class, whose points come from facts."""


@dataclass(frozen=True, slots=True)
class ClassGrades:
    """All active students of a course."""

    at: datetime
    """When they were read."""
    columns: tuple[tuple[UUID, UUID, int, Decimal], ...]
    """The columns that they were computed for: another weight, version or date makes them old at once."""
    points: Mapping[UUID, PointsOfPerson]
    """Points by person."""
    percents: Mapping[UUID, Decimal | None]
    """The total of each person."""
    statistics: Mapping[UUID, Statistics]
    """Statistics by assignment."""
    totals: Statistics
    reading: ClassReading | None
    """None where they were kept."""


_recent: OrderedDict[UUID, ClassGrades] = OrderedDict()
_lock = Lock()


def class_grades(
    session: Session,
    course_id: UUID,
    columns: Sequence[Column],
    students: Sequence[UUID] | None = None,
    *,
    now: datetime,
) -> ClassGrades:
    """The grades of the class, at most a minute old; `students` are its active ones, where they are known."""
    for_columns = tuple(
        (each.assignment.id, each.version_id, each.assignment.revision, each.weight) for each in columns
    )
    with _lock:
        kept = _recent.get(course_id)
    if (
        kept is not None
        and kept.columns == for_columns
        and timedelta(0) <= now - kept.at < durations.CLASS_GRADES
    ):
        return kept
    people = session.scalars(_students(course_id)).all() if students is None else students
    is_small = len(people) * len(columns) <= _SMALL
    given = Given.read(session, columns)
    cells = grades(session, columns, given=given) if is_small else None
    points = class_points(session, columns, given) if cells is None else _points(cells)
    standing = Standing.read(session, columns, given, now=now)
    found: dict[UUID, list[Decimal]] = {each.assignment.id: [] for each in columns}
    lacking = Counter[UUID]()
    percents: dict[UUID, Decimal | None] = {}
    of = weighed(columns)
    for person_id in people:
        mine = points.get(person_id, {})
        missing = standing.missing(person_id, mine)
        percents[person_id] = share(of, mine, missing)
        lacking.update(missing)
        for id_, got in mine.items():
            found[id_].append(got)
    statistics = {id_: of_points(theirs, lacking[id_]) for id_, theirs in found.items()}
    fresh = ClassGrades(now, for_columns, points, percents, statistics, of_totals(percents.values()), None)
    # The grades of a small class cost little, so they are never kept, and never old.
    if not is_small:
        _keep(course_id, fresh)
    return replace(fresh, reading=ClassReading(given, standing, cells))


def _points(cells: Mapping[UUID, Mapping[UUID, GradeCell]]) -> Mapping[UUID, PointsOfPerson]:
    return {
        person_id: {id_: cell.points for id_, cell in theirs.items()} for person_id, theirs in cells.items()
    }


def _students(course_id: UUID) -> Select[UUID]:
    return select(Enrolment.person_id).where(
        Enrolment.course_id == course_id, Enrolment.role == Role.STUDENT, Enrolment.active
    )


def _keep(course_id: UUID, fresh: ClassGrades) -> None:
    with _lock:
        _recent[course_id] = fresh
        _recent.move_to_end(course_id)
        while len(_recent) > _MOST_KEPT:
            _recent.popitem(last=False)
