"""Links that sign a person in once: for the first start, and for who has no password or forgot it.

Whoever has a link is that person. So one that a teacher made is good only for as long as the account is that
of a student of theirs: not after it has become staff, or belongs to other courses too.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from submissions.errors import LinkUsed
from submissions.people import durations
from submissions.people.access.policy import Action, Caller, may
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.tables import Enrolment, Person, Role, SignInLink

_GUESTS = frozenset({Role.STUDENT, Role.OBSERVER})


def create(
    session: Session,
    person_id: UUID,
    *,
    made_by: UUID | None = None,
    now: datetime,
    lasts: timedelta = durations.SIGN_IN_LINK,
) -> str:
    """The secret of a new link. Those from before stay good, until one is used.

    `made_by` is the teacher who lets a student in; None is the operator, who may let in anybody.
    """
    secret = fresh_secret()
    link = SignInLink(
        secret_hash=digest(secret),
        person_id=person_id,
        made_by=made_by,
        created_at=now,
        expires_at=now + lasts,
    )
    session.add(link)
    session.flush()
    return secret


def may_let_in(session: Session, caller: Caller, person: Person, places: Sequence[Enrolment]) -> bool:
    """Whether an account is nothing but that of a student of the caller's courses.

    It also has to have been made for one of them: an account that was there before may be taken into a course
    by anybody who knows its login, and belongs to whoever it was made for.
    """
    if person.operator or person.disabled_at is not None:
        return False
    if not caller.operator and all(each.created_at > person.created_at for each in places):
        return False
    return all(
        each.role in _GUESTS and may(session, caller, Action.EDIT_PEOPLE, each.course_id) for each in places
    )


def person_of(session: Session, secret: str, *, now: datetime) -> Person:
    """Return the person whom a link would sign in.

    Looking does not use it up: programs that check mail look at every link.

    Raises `LinkUsed` if it is no longer good, or never was.
    """
    row = session.execute(
        select(Person, SignInLink.made_by)
        .join(SignInLink, SignInLink.person_id == Person.id)
        .where(
            SignInLink.secret_hash == digest(secret),
            SignInLink.used_at.is_(None),
            SignInLink.expires_at > now,
            Person.disabled_at.is_(None),
        )
    ).one_or_none()
    if row is None or not _may_still(session, row.made_by, row[0]):
        raise LinkUsed
    person: Person = row[0]
    return person


def use(session: Session, secret: str, *, now: datetime) -> Person:
    """Return the person whom a link signs in; it and every other link of that person is used up.

    Raises `LinkUsed` if it is no longer good, or never was.
    """
    person = person_of(session, secret, now=now)
    # Two browsers may get here at once: the second finds the row changed.
    chosen = update(SignInLink).where(SignInLink.secret_hash == digest(secret), SignInLink.used_at.is_(None))
    used = session.scalar(chosen.values(used_at=now, made_by=None).returning(SignInLink.id))
    if used is None:
        raise LinkUsed
    revoke_all(session, person.id)
    return person


def was_used(session: Session, person_id: UUID) -> bool:
    """Whether a person ever came in by a link."""
    chosen = select(SignInLink.id).where(SignInLink.person_id == person_id, SignInLink.used_at.is_not(None))
    return session.scalar(chosen.limit(1)) is not None


def revoke_all(session: Session, person_id: UUID) -> None:
    """Revoke the sign-in links of a person."""
    session.execute(delete(SignInLink).where(SignInLink.person_id == person_id, SignInLink.used_at.is_(None)))


def forget(session: Session, *, now: datetime) -> None:
    """Delete the links that expired; those that were used are remembered."""
    session.execute(delete(SignInLink).where(SignInLink.used_at.is_(None), SignInLink.expires_at <= now))


def _may_still(session: Session, made_by: UUID | None, person: Person) -> bool:
    """Whether who made a link could make it now."""
    if made_by is None:
        return True
    maker = session.get_one(Person, made_by)
    caller = Caller(maker.id, operator=maker.operator)
    places = session.scalars(select(Enrolment).where(Enrolment.person_id == person.id)).all()
    return maker.disabled_at is None and may_let_in(session, caller, person, places)
