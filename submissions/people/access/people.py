"""People and their places in courses."""

import re
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from submissions.errors import AlreadyThere, NotAllowed, NotFound, Unusable
from submissions.outward import events
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.access.policy import Action, Caller, require, require_operator
from submissions.storage.rows import row_of
from submissions.tables import IS_STUDENT, Enrolment, Person, Role, WebhookEvent
from submissions.tables.name_key import name_key
from submissions.texts.single_line import single_line

_PLAIN = re.compile(r"[a-z0-9][a-z0-9._+'@-]*")
"""Letters of one script only: what looks the same is the same, in lists and in a spreadsheet too."""


def add(
    session: Session, login: str, name: str, *, password_hash: str | None = None, now: datetime
) -> Person:
    """A new person.

    Raises:
        Unusable: if the login or the name cannot be one.
        AlreadyThere: if somebody has that login.
    """
    login = new_login(login)
    if by_login(session, login) is not None:
        raise AlreadyThere(login)
    person = Person(login=login, name=single_line("name", name), password_hash=password_hash, created_at=now)
    try:
        with session.begin_nested():
            session.add(person)
    except IntegrityError:  # somebody else took it at this very moment
        raise AlreadyThere(login) from None
    return person


def create_account(session: Session, caller: Caller, login: str, name: str, *, now: datetime) -> Person:
    """A new person, made by who runs the installation.

    Raises:
        Unusable: if the login or the name cannot be one.
        AlreadyThere: if somebody has that login.
    """
    require_operator(caller)
    person = add(session, login, name, now=now)
    audit.record(session, caller.known, "person-made", about=person.id, now=now)
    return person


def by_id(session: Session, person_id: UUID) -> Person:
    """The person of that id. Raises `NotFound` if there is none."""
    return row_of(session, Person, person_id)


def by_login(session: Session, login: str) -> Person | None:
    """The person of that login."""
    return session.scalar(select(Person).where(Person.login == login.strip().lower()))


def usual_login(login: str) -> str:
    """A login as it is kept: without spaces, in lower case."""
    login = single_line("login", login).lower()
    if any(letter.isspace() for letter in login):
        raise Unusable("login", "has-spaces")
    return login


def new_login(login: str) -> str:
    """A login as a new account may have it: no letter that looks like another, or like none.

    There are accounts from before this was asked. They are found by `usual_login`, and keep working.
    """
    login = usual_login(login)
    if _PLAIN.fullmatch(login) is None:
        raise Unusable("login", "not-a-login")
    return login


def enrol(session: Session, course_id: UUID, person_id: UUID, role: Role, *, now: datetime) -> Enrolment:
    """A place in the course. Who left comes back to their grades; a second place in the same course is none.

    Raises:
        AlreadyThere: if they are in it.
        NotFound: if there is no such person.
    """
    if session.get(Person, person_id) is None:
        raise NotFound
    enrolment = session.get(Enrolment, (course_id, person_id))
    if enrolment is not None and enrolment.active:
        raise AlreadyThere
    if enrolment is None:
        enrolment = Enrolment(
            course_id=course_id, person_id=person_id, role=role, active=True, created_at=now
        )
        session.add(enrolment)
    enrolment.role, enrolment.active = role, True
    session.flush()
    _publish(session, enrolment, now)
    return enrolment


def place(session: Session, course_id: UUID, person_id: UUID) -> Enrolment:
    """The place of somebody who is in a course. Raises `NotFound` if they are not in it."""
    enrolment = session.get(Enrolment, (course_id, person_id))
    if enrolment is None or not enrolment.active:
        raise NotFound
    return enrolment


def roster(
    session: Session, caller: Caller, course_id: UUID, *, after: tuple[str, UUID] | None = None, limit: int
) -> list[tuple[Person, Enrolment]]:
    """Return who is in a course and who has left it, by name; `after`: the name and id of the last one."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    chosen = _places_by_name(course_id).limit(limit)
    if after is not None:
        chosen = chosen.where(beyond(*after))
    return [(person, enrolment) for person, enrolment in session.execute(chosen)]


def beyond(name: str, person_id: UUID) -> ColumnElement[bool]:
    """Return the condition for people who come after somebody in lists by name."""
    key = name_key(name)
    return (Person.name_key > key) | ((Person.name_key == key) & (Person.id > person_id))


def named(words: str) -> ColumnElement[bool]:
    """Return the condition for a name, login or student number with these letters; accents are optional."""
    login = Person.login.icontains(words.strip(), autoescape=True)
    number = Enrolment.sis_id.icontains(words.strip(), autoescape=True)
    key = name_key(words)
    return or_(login, number, Person.name_key.contains(key, autoescape=True)) if key else or_(login, number)


def sections(session: Session, caller: Caller, course_id: UUID) -> list[str]:
    """The sections of a course that have somebody in them."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    chosen = select(Enrolment.section).where(
        Enrolment.course_id == course_id, Enrolment.active, Enrolment.section != ""
    )
    return sorted(session.scalars(chosen.distinct()))


def member(session: Session, caller: Caller, course_id: UUID, person_id: UUID) -> tuple[Person, Enrolment]:
    """Somebody who is in a course, or has left it."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    enrolment = row_of(session, Enrolment, (course_id, person_id))
    return by_id(session, person_id), enrolment


def require_member(session: Session, course_id: UUID, person_id: UUID) -> None:
    """Check that somebody is in a course, or has left it. Raises `NotFound` if they never were in it."""
    if session.get(Enrolment, (course_id, person_id)) is None:
        raise NotFound


def staff(session: Session, caller: Caller, course_id: UUID) -> list[tuple[Person, Enrolment]]:
    """Return the people who teach or watch a course, by name."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    chosen = _places_by_name(course_id).where(Enrolment.active, Enrolment.role != Role.STUDENT)
    return [(person, enrolment) for person, enrolment in session.execute(chosen)]


def students(session: Session, caller: Caller, course_id: UUID) -> int:
    """How many students are in a course."""
    require(session, caller, Action.SEE_PEOPLE, course_id)
    chosen = select(func.count()).where(Enrolment.course_id == course_id, IS_STUDENT)
    return session.scalar(chosen) or 0


def admit(
    session: Session, caller: Caller, course_id: UUID, login: str, role: Role, *, now: datetime
) -> Enrolment:
    """Enrol a person who has an account in a course.

    Raises:
        NotFound, NotAllowed: if the caller may not.
        Unusable: if nobody has that login.
        AlreadyThere: if they are in the course.
    """
    _require_may_give(require(session, caller, Action.EDIT_PEOPLE, course_id), role)
    person = by_login(session, usual_login(login))
    if person is None or person.disabled_at is not None:
        raise Unusable("login", "nobody-of-that-login")
    enrolment = enrol(session, course_id, person.id, role, now=now)
    _record(session, caller, "person-admitted", enrolment, now)
    return enrolment


def give_role(
    session: Session, caller: Caller, course_id: UUID, person_id: UUID, role: Role, *, now: datetime
) -> Enrolment:
    """Change somebody's role in a course.

    Raises:
        NotFound, NotAllowed: if they are not in it, or the caller may not.
        Unusable: if the course would be left without an owner.
    """
    acting = require(session, caller, Action.EDIT_PEOPLE, course_id)
    enrolment = place(session, course_id, person_id)
    _require_may_give(acting, Role(enrolment.role), role)
    if role != Role.OWNER:
        _require_another_owner(session, enrolment)
    enrolment.role = role
    _record(session, caller, "role-given", enrolment, now)
    _publish(session, enrolment, now)
    return enrolment


def leave(session: Session, caller: Caller, course_id: UUID, person_id: UUID, *, now: datetime) -> None:
    """Remove somebody from a course, who may be the caller; submissions and grades are kept.

    Raises:
        NotFound, NotAllowed: if they are not in it, or the caller may not.
        Unusable: if the course would be left without an owner.
    """
    own = person_id == caller.person_id
    acting = require(session, caller, Action.SEE_COURSE if own else Action.EDIT_PEOPLE, course_id)
    enrolment = place(session, course_id, person_id)
    if not own:
        _require_may_give(acting, Role(enrolment.role))
    _require_another_owner(session, enrolment)
    enrolment.active = False
    _record(session, caller, "person-left", enrolment, now)
    _publish(session, enrolment, now)


def _require_may_give(acting: Role, *roles: Role) -> None:
    """Owners are made and unmade by owners."""
    if Role.OWNER in roles and acting != Role.OWNER:
        raise NotAllowed


def _places_by_name(course_id: UUID) -> Select[Person, Enrolment]:
    return (
        select(Person, Enrolment)
        .join(Enrolment, Enrolment.person_id == Person.id)
        .where(Enrolment.course_id == course_id)
        .order_by(Person.name_key, Person.id)
    )


def _record(session: Session, caller: Caller, action: AuditAction, place: Enrolment, now: datetime) -> None:
    session.flush()
    audit.record(
        session, caller.known, action, place.course_id, about=place.person_id, now=now, role=place.role
    )


def _publish(session: Session, place: Enrolment, now: datetime) -> None:
    events.publish(session, place.course_id, WebhookEvent.ROSTER, {"person_id": place.person_id}, now=now)


def _require_another_owner(session: Session, place: Enrolment) -> None:
    if place.role != Role.OWNER:
        return
    owners = (
        select(Enrolment.person_id)
        .where(Enrolment.course_id == place.course_id, Enrolment.role == Role.OWNER, Enrolment.active)
        .with_for_update()  # of two owners who leave at the same time, the second stays
    )
    if set(session.scalars(owners)) <= {place.person_id}:
        raise Unusable("role", "last-owner")
