"""The weights of assignments in the total of their course."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.assignments.draft import POINTS
from submissions.courses.assignments.setting import NumberRange
from submissions.courses.grades.cells import Column, Given, columns
from submissions.errors import NotFound, Unusable
from submissions.people.access import audit
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import IS_STUDENT, Enrolment, Person
from submissions.teaching.gradebook.class_grades import class_grades
from submissions.teaching.gradebook.grade_standing import Standing
from submissions.teaching.gradebook.grade_totals import Statistics, Weighed, of_totals, share, weighed

WEIGHTS = NumberRange(0, POINTS.most)


def set_weights(
    session: Session,
    caller: Caller,
    course_id: UUID,
    weights: Mapping[UUID, Decimal | None],
    *,
    now: datetime,
) -> None:
    """The weights by assignment; None: its points. Assignments that are left out keep theirs.

    Raises `Unusable` if a weight cannot be one; the field is the id of the assignment.
    """
    for column in columns_for(session, caller, course_id, weights):
        assignment = column.assignment
        assignment.grade_weight = weights.get(assignment.id, assignment.grade_weight)
    details: dict[str, Any] = {
        str(each): None if weight is None else str(weight) for each, weight in weights.items()
    }
    audit.record(session, caller.known, "weights-set", course_id, now=now, **details)


def usual_weight(session: Session, caller: Caller, course_id: UUID) -> Decimal | None:
    """Return the weight of the latest assignment that has one of its own. None: each weighs its points."""
    require(session, caller, Action.EDIT_GRADES, course_id)
    given = [each.assignment.grade_weight for each in columns(session, course_id)]
    return next((weight for weight in reversed(given) if weight is not None), None)


def columns_for(
    session: Session, caller: Caller, course_id: UUID, weights: Mapping[UUID, Decimal | None]
) -> list[Column]:
    """The assignments of the course, if all these weights can be theirs.

    Raises `Unusable` if a weight cannot be one; the field is the id of the assignment.
    """
    require(session, caller, Action.EDIT_GRADES, course_id)
    found = columns(session, course_id)
    there = {each.assignment.id for each in found}
    for assignment_id, weight in weights.items():
        if assignment_id not in there:
            raise NotFound
        if weight is not None and (why := WEIGHTS.problem(weight)):
            raise Unusable(str(assignment_id), why, **WEIGHTS.limits)
    return found


class TotalChange(Frozen):
    """A student whose total would change, in percent. None: nothing counts."""

    person_id: UUID
    name: str
    section: str
    before: Decimal | None
    after: Decimal | None

    @property
    def difference(self) -> Decimal:
        """Return the points by which it would change."""
        return (self.after or Decimal(0)) - (self.before or Decimal(0))


class WeightTrial(Frozen):
    """The totals of a class by the weights of now and by others."""

    before: Statistics
    after: Statistics
    students: int
    changes: Sequence[TotalChange]
    """The largest first."""

    @property
    def rises(self) -> int:
        """Students whose total would go up."""
        return sum(each.difference > 0 for each in self.changes)

    @property
    def falls(self) -> int:
        """Students whose total would go down."""
        return sum(each.difference < 0 for each in self.changes)


def try_weights(
    session: Session,
    caller: Caller,
    course_id: UUID,
    weights: Mapping[UUID, Decimal | None],
    *,
    now: datetime,
) -> WeightTrial:
    """Return the totals with other weights, which are given as `set_weights` takes them.

    Raises `Unusable` if a weight cannot be one; the field is the id of the assignment.
    """
    across = columns_for(session, caller, course_id, weights)
    grades = class_grades(session, course_id, across, now=now)
    standing = Standing.read(session, across, Given.read(session, across), now=now)
    old = weighed(across)
    new = _with(old, weights)
    totals: list[TotalChange] = []
    for student in session.execute(_students(course_id)):
        points = grades.points.get(student.id, {})
        missing = standing.missing(student.id, points)
        totals.append(TotalChange(*student, share(old, points, missing), share(new, points, missing)))
    return WeightTrial(
        of_totals(each.before for each in totals),
        of_totals(each.after for each in totals),
        len(totals),
        sorted((each for each in totals if each.difference), key=lambda each: -abs(each.difference)),
    )


def _with(old: Weighed, weights: Mapping[UUID, Decimal | None]) -> Weighed:
    """The assignments by the other weights; without one, an assignment weighs as much as its points."""
    new: list[tuple[UUID, Decimal, Decimal]] = []
    for id_, weight, possible in old:
        given = weights.get(id_, weight)
        new.append((id_, possible if given is None else given, possible))
    return new


def _students(course_id: UUID) -> Select[UUID, str, str]:
    return (
        select(Person.id, Person.name, Enrolment.section)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
        .order_by(Person.name_key, Person.id)
    )
