"""The points of a whole class, from facts kept with each result: for statistics and for sorting.

A page of the gradebook computes its own grades from gradings (`gradebook`). For mean, median and order of
3,000 students that takes a second and a half, and reading what is kept a fifth of it. What is kept is exact
to a ten-thousandth of a percent. A test compares both.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Select, case, func, select, union_all
from sqlalchemy.orm import Session

from submissions.courses.grades.cells import Column, Given, grades
from submissions.tables import AttemptFact, State, Submission

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
