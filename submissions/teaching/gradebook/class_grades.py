"""The grades of a whole class, kept for a minute where the class is large.

Mean and median need every grade, and a page shows a hundred students. Of a small class they are computed each
time, from the grades themselves.
"""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from threading import Lock
from typing import Any
from uuid import UUID

from sqlalchemy import Select, case, func, select, union_all
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.courses.grades.cells import Column, Given, GradeCell, grades
from submissions.tables import IS_STUDENT, AttemptFact, Enrolment, State, Submission
from submissions.teaching import durations
from submissions.teaching.gradebook.grade_standing import Standing
from submissions.teaching.gradebook.grade_totals import Statistics, of_points, of_totals, share, weighed

_ALL = Decimal(100)
_AT_A_TIME = 100
"""Assignments of one query."""

PointsOfPerson = Mapping[UUID, Decimal]
"""Points by assignment; one without a grade is left out."""


def class_points(session: Session, columns: Sequence[Column], given: Given) -> Mapping[UUID, PointsOfPerson]:
    """Return points by person, on the scale of the current versions, after late penalties and overrides."""
    by_id = {each.assignment.id: each for each in columns}
    factors = {id_: each.possible / _ALL for id_, each in by_id.items()}
    points: dict[UUID, dict[UUID, Decimal]] = defaultdict(dict)
    for some in _parts(list(by_id)):
        for person_id, *percents in session.execute(_of_each_student(some)):
            points[person_id].update(
                (id_, percent * factors[id_])
                for id_, percent in zip(some, percents, strict=True)
                if percent is not None
            )
    for person_id, cells in _not_from_facts(session, columns, given).items():
        points[person_id].update({id_: cell for id_, cell in cells.items() if id_ in by_id})
    for (assignment_id, person_id), override in given.overrides.items():
        points[person_id][assignment_id] = override.points
    return points


def _of_each_student(assignments: Sequence[UUID]) -> Select[*tuple[Any, ...]]:
    """A row a student, with the percent of each assignment: a row a grade takes three times as long."""
    of_each = [func.max(case((AttemptFact.assignment_id == id_, AttemptFact.percent))) for id_ in assignments]
    counting = AttemptFact.assignment_id.in_(assignments), AttemptFact.counts.is_(True)
    return select(AttemptFact.person_id, *of_each).where(*counting).group_by(AttemptFact.person_id)


def _parts(assignments: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    for start in range(0, len(assignments), _AT_A_TIME):
        yield assignments[start : start + _AT_A_TIME]


def _not_from_facts(
    session: Session, columns: Sequence[Column], given: Given
) -> Mapping[UUID, PointsOfPerson]:
    """Return the points of people with a graded submission without facts.

    Such a submission is of a file that was submitted before, or older than facts are.
    """
    unlike = _with_more_results_than_facts(session, columns)
    if not unlike:
        return {}
    people = session.scalars(
        select(Submission.person_id)
        .outerjoin(AttemptFact, AttemptFact.submission_id == Submission.id)
        .where(
            Submission.assignment_id.in_([each.assignment.id for each in unlike]),
            Submission.state == State.GRADED,
            AttemptFact.submission_id.is_(None),
        )
        .distinct()
    )
    asked = [each for each in people if each is not None]
    found = grades(session, unlike, asked, given=given.of(unlike))
    return {
        person_id: {id_: cell.points for id_, cell in cells.items()} for person_id, cells in found.items()
    }


def _with_more_results_than_facts(session: Session, columns: Sequence[Column]) -> list[Column]:
    """Both counts are read in an index, by one query."""
    ids = [each.assignment.id for each in columns]
    results = (
        select(Submission.assignment_id, func.count().label("number"))
        .where(Submission.assignment_id.in_(ids), Submission.state == State.GRADED)
        .group_by(Submission.assignment_id)
    )
    kept = (
        select(AttemptFact.assignment_id, -func.count())
        .where(AttemptFact.assignment_id.in_(ids))
        .group_by(AttemptFact.assignment_id)
    )
    more = Counter[UUID]()
    for assignment_id, number in session.execute(union_all(results, kept)):
        more[assignment_id] += number
    return [each for each in columns if more[each.assignment.id]]


_SMALL = 2000
"""Cells of a table that are computed each time."""
_MOST_KEPT = 20


class ClassReading(Frozen):
    """The rows from which the grades of a class were just computed."""

    given: Given
    standing: Standing
    cells: Mapping[UUID, Mapping[UUID, GradeCell]] | None
    """Grades by person and assignment; None for a large class, whose points come from facts."""


class ClassGrades(Frozen):
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
    for_columns = _revisions(columns)
    if kept := _kept(course_id, for_columns, now):
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
    return select(Enrolment.person_id).where(Enrolment.course_id == course_id, IS_STUDENT)


def _revisions(columns: Sequence[Column]) -> tuple[tuple[UUID, UUID, int, Decimal], ...]:
    return tuple(
        (each.assignment.id, each.version_id, each.assignment.revision, each.weight) for each in columns
    )


def _kept(course_id: UUID, columns: tuple[object, ...], now: datetime) -> ClassGrades | None:
    """Return the grades that were read of these columns a short while ago."""
    with _lock:
        kept = _recent.get(course_id)
    if kept is None or kept.columns != columns:
        return None
    return kept if timedelta(0) <= now - kept.at < durations.CLASS_GRADES else None


def _keep(course_id: UUID, fresh: ClassGrades) -> None:
    with _lock:
        _recent[course_id] = fresh
        _recent.move_to_end(course_id)
        while len(_recent) > _MOST_KEPT:
            _recent.popitem(last=False)
