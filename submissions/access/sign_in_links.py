"""Links that sign a person in once: for the first start, and for who has no password or forgot it."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from submissions.access.random_secret import digest, fresh_secret
from submissions.errors import LinkUsed
from submissions.tables import Person, SignInLink

USUAL = timedelta(hours=24)
LONGEST = timedelta(days=30)


def create(session: Session, person_id: UUID, *, now: datetime, lasts: timedelta = USUAL) -> str:
    """The secret of a new link. Those from before stay good, until one is used."""
    secret = fresh_secret()
    session.add(
        SignInLink(secret_hash=digest(secret), person_id=person_id, created_at=now, expires_at=now + lasts)
    )
    session.flush()
    return secret


def look(session: Session, secret: str, *, now: datetime) -> Person:
    """Whom a link would sign in. Looking does not use it up: programs that check mail look at every link.

    Raises:
        LinkUsed: if it is no longer good, or never was.
    """
    person = session.scalar(
        select(Person)
        .join(SignInLink, SignInLink.person_id == Person.id)
        .where(
            SignInLink.secret_hash == digest(secret),
            SignInLink.used_at.is_(None),
            SignInLink.expires_at > now,
            Person.disabled_at.is_(None),
        )
    )
    if person is None:
        raise LinkUsed
    return person


def use(session: Session, secret: str, *, now: datetime) -> Person:
    """Whom a link signs in, now and never again; nor does any other of that person.

    Raises:
        LinkUsed: if it is no longer good, or never was.
    """
    person = look(session, secret, now=now)
    # Two browsers may get here at once: the second finds the row changed.
    chosen = update(SignInLink).where(SignInLink.secret_hash == digest(secret), SignInLink.used_at.is_(None))
    used = session.scalar(chosen.values(used_at=now).returning(SignInLink.id))
    if used is None:
        raise LinkUsed
    revoke_all(session, person.id)
    return person


def was_used(session: Session, person_id: UUID) -> bool:
    """Whether a person ever came in by a link."""
    chosen = select(SignInLink.id).where(SignInLink.person_id == person_id, SignInLink.used_at.is_not(None))
    return session.scalar(chosen.limit(1)) is not None


def revoke_all(session: Session, person_id: UUID) -> None:
    """Make the links of a person good for nothing."""
    session.execute(delete(SignInLink).where(SignInLink.person_id == person_id, SignInLink.used_at.is_(None)))


def forget(session: Session, *, now: datetime) -> None:
    """Delete the links that expired; those that were used are remembered."""
    session.execute(delete(SignInLink).where(SignInLink.used_at.is_(None), SignInLink.expires_at <= now))
