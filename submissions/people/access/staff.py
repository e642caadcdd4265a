"""Who counts as staff where more is asked of them: everybody who sees the work of others."""

from uuid import UUID

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from submissions.tables import Enrolment, Person, Role


def is_staff() -> ColumnElement[bool]:
    """Return the condition for a person who runs the installation, or is more than a student in a course."""
    places = exists().where(
        Enrolment.person_id == Person.id, Enrolment.active, Enrolment.role != Role.STUDENT
    )
    return or_(Person.operator, places)


def includes(session: Session, person_id: UUID) -> bool:
    """Whether a person is staff."""
    return session.scalar(select(Person.id).where(Person.id == person_id, is_staff())) is not None
