"""People and their places in courses."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from submissions.errors import AlreadyThere, NotFound, Unusable
from submissions.line_of_text import line_of_text
from submissions.tables import Enrolment, Person, Role

_ENOUGH = (Role.OWNER,)


def add(
    session: Session, login: str, name: str, *, password_hash: str | None = None, now: datetime
) -> Person:
    """A new person.

    Raises:
        Unusable: if the login or the name cannot be one.
        AlreadyThere: if somebody has that login.
    """
    login = usual_login(login)
    if by_login(session, login) is not None:
        raise AlreadyThere(login)
    person = Person(login=login, name=line_of_text("name", name), password_hash=password_hash, created_at=now)
    session.add(person)
    session.flush()
    return person


def by_login(session: Session, login: str) -> Person | None:
    """The person of that login."""
    return session.scalar(select(Person).where(Person.login == login.strip().lower()))


def usual_login(login: str) -> str:
    """A login as it is kept: without spaces, in lower case.

    Raises:
        Unusable: if it cannot be one.
    """
    login = line_of_text("login", login).lower()
    if any(letter.isspace() for letter in login):
        raise Unusable("login", "has-spaces")
    return login


def enrol(session: Session, course_id: UUID, person_id: UUID, role: Role, *, now: datetime) -> Enrolment:
    """A place in the course. Who left comes back to their grades; a second place in the same course is none.

    Raises:
        AlreadyThere: if they are in it.
        NotFound: if there is no such person.
    """
    if session.get(Person, person_id) is None:
        raise NotFound
    found = session.get(Enrolment, (course_id, person_id))
    if found is not None and found.active:
        raise AlreadyThere
    if found is None:
        found = Enrolment(course_id=course_id, person_id=person_id, role=role, active=True, created_at=now)
        session.add(found)
    found.role, found.active = role, True
    session.flush()
    return found


def give_role(session: Session, course_id: UUID, person_id: UUID, role: Role) -> Enrolment:
    """Make somebody in a course something else.

    Raises:
        NotFound: if they are not in it.
        Unusable: if the course would be left without an owner.
    """
    found = _place(session, course_id, person_id)
    if role not in _ENOUGH:
        _require_another_owner(session, found)
    found.role = role
    return found


def leave(session: Session, course_id: UUID, person_id: UUID) -> None:
    """Take somebody out of a course; their submissions and grades are kept.

    Raises:
        NotFound: if they are not in it.
        Unusable: if the course would be left without an owner.
    """
    found = _place(session, course_id, person_id)
    _require_another_owner(session, found)
    found.active = False


def _place(session: Session, course_id: UUID, person_id: UUID) -> Enrolment:
    found = session.get(Enrolment, (course_id, person_id))
    if found is None or not found.active:
        raise NotFound
    return found


def _require_another_owner(session: Session, place: Enrolment) -> None:
    if place.role != Role.OWNER:
        return
    others = select(func.count()).where(
        Enrolment.course_id == place.course_id,
        Enrolment.role == Role.OWNER,
        Enrolment.active,
        Enrolment.person_id != place.person_id,
    )
    if not session.scalar(others):
        raise Unusable("role", "last-owner")
