"""One student in one assignment: their place in the course, and what they were given. One query."""

from typing import TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound
from submissions.people.access.policy import Action, Caller, require_in
from submissions.tables import Assignment, Enrolment, Extension, Override, Person

_Given = TypeVar("_Given", Extension, Override)


class StudentRecord(Frozen):
    """The stored facts of one student in one assignment."""

    person: Person
    place: Enrolment
    """Inactive where they have left."""
    extension: Extension | None
    override: Override | None


def student_record(
    session: Session, caller: Caller, assignment: Assignment, person_id: UUID
) -> StudentRecord:
    """Return the record of somebody who is in the course of an assignment, or was."""
    require_in(session, caller, Action.SEE_SUBMISSIONS, assignment)
    row = session.execute(
        select(Person, Enrolment, Extension, Override)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .outerjoin(Extension, _of(Extension, assignment))
        .outerjoin(Override, _of(Override, assignment))
        .where(Person.id == person_id, Enrolment.course_id == assignment.course_id)
    ).one_or_none()
    if row is None:
        raise NotFound
    return StudentRecord(*row)


def _of(table: type[_Given], assignment: Assignment) -> ColumnElement[bool]:
    return and_(table.person_id == Person.id, table.assignment_id == assignment.id)
