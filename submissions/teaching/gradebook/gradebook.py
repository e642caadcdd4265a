"""The grades of a course: a row a student, a cell an assignment. As many queries for 3,000 as for 30."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.courses.grades.cells import Column, Given, GradeCell, columns, grades
from submissions.courses.grades.deadlines import Deadlines
from submissions.people.access import policy
from submissions.people.access.people import beyond
from submissions.people.access.policy import Action, Caller, require
from submissions.tables import IS_STUDENT, Enrolment, Person
from submissions.teaching.results.visibility import visibility


class GradebookRow(Frozen):
    """The grades of one student."""

    person_id: UUID
    name: str
    login: str
    cells: Mapping[UUID, GradeCell]
    """The grade in each assignment; one without a grade is left out."""
    section: str = ""
    sis_id: str = ""
    """Their number in the university's records; empty where nobody gave it."""
    waiting: frozenset[UUID] = frozenset()
    """Assignments with a submission and without a grade so far."""
    missing: frozenset[UUID] = frozenset()
    """Assignments that are past their due date, and have nothing from this student."""

    @property
    def total(self) -> Decimal:
        """The sum of what is there."""
        return sum((cell.points for cell in self.cells.values()), Decimal(0))


class Gradebook(Frozen):
    """The grades of a course, or of some of its students."""

    columns: list[Column]
    rows: list[GradebookRow]


class OwnGrade(Frozen):
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
    """Return the students by name, at most `limit` of them, after the name and id `after`."""
    require(session, caller, Action.SEE_GRADES, course_id)
    across = columns(session, course_id)
    return Gradebook(across, rows(session, course_id, across, after=after, limit=limit))


def own_grades(session: Session, caller: Caller, course_id: UUID, *, now: datetime) -> dict[UUID, OwnGrade]:
    """Return the caller's grades by assignment, as far as they are shown by now."""
    viewer = policy.viewer(session, caller, course_id)
    viewer.require(Action.SEE_OWN_SUBMISSION)
    me = caller.known
    across = columns(session, course_id)
    by_id = {each.assignment.id: each.assignment for each in across}
    given = Given.read(session, across, [me])
    own: dict[UUID, OwnGrade] = {}
    for id_, cell in grades(session, across, [me], given=given).get(me, {}).items():
        dates = Deadlines.of(by_id[id_], given.extensions.get((id_, me)))
        seen = visibility(viewer, by_id[id_])
        hidden = bool(seen.results_hidden_until(dates, now) or seen.closed_suites(dates, now))
        own[id_] = OwnGrade(None if hidden else cell)
    return own


def rows(
    session: Session,
    course_id: UUID,
    across: Iterable[Column],
    *,
    after: tuple[str, UUID] | None = None,
    limit: int | None = None,
) -> list[GradebookRow]:
    """Return the students by name, at most `limit` of them, after the name and id `after`."""
    chosen = (
        select(Person.id, Person.name, Person.login, Enrolment.section, Enrolment.sis_id)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id, IS_STUDENT)
        .order_by(Person.name_key, Person.id)
        .limit(limit)
    )
    if after is not None:
        chosen = chosen.where(beyond(*after))
    people = session.execute(chosen).all()
    cells = grades(session, across, [person.id for person in people] if limit is not None else None)
    return [
        GradebookRow(
            person.id, person.name, person.login, cells.get(person.id, {}), person.section, person.sis_id
        )
        for person in people
    ]
